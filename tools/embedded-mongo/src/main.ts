import { readConfig } from './config'
import { StartError } from './errors'
import { startEmbeddedMongo } from './start-embedded-mongo'

async function run(): Promise<void> {
  const server = await startEmbeddedMongo(readConfig())
  let closing: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      closing ??= server.close().catch(fail)
    })
  }
  process.stderr.write('embedded-mongo is for development, tests and demos only\n')
  process.stdout.write(`embedded-mongo listening on ${server.uri}\n`)
}

function fail(error: unknown): void {
  const reason =
    error instanceof StartError ? error.message : `embedded-mongo could not start: ${String(error)}`
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}

run().catch(fail)
