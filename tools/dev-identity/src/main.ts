import { loadSettings } from './config'
import { startDevIdentity } from './start-dev-identity'

async function run(): Promise<void> {
  const settings = loadSettings()
  const identity = await startDevIdentity({
    port: settings.DEV_IDENTITY_PORT,
    audience: settings.DEV_IDENTITY_AUDIENCE,
    emailDomain: settings.DEV_IDENTITY_EMAIL_DOMAIN,
    accounts: settings.accounts,
  })
  process.stdout.write(`dev-identity listens on ${identity.url}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void identity.close())
}

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
