import { readSettings } from './config'
import { type DevIdentity, startDevIdentity } from './start-dev-identity'

function announce(identity: DevIdentity): void {
  process.stdout.write(`dev-identity listens on ${identity.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void identity.close())
}

startDevIdentity({ ...readSettings(), accounts: [] })
  .then(announce)
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
