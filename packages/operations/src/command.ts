import { loadSettings, readMongoPasswords } from './config'
import { withMongo } from './connect'
import { createMongoUsers } from './mongodb-users'
import { OperationFailure } from './operation-failure'

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = { users }

const USAGE = `Usage: node packages/operations/dist/command.js ${Object.keys(COMMANDS).join('|')}`

async function users(): Promise<void> {
  const names = await withMongo(loadSettings(), (client) => createMongoUsers(client, readMongoPasswords()))
  print(`Users of MongoDB: ${names.join(', ')}.`)
}

const print = (text: string) => process.stdout.write(`${text}\n`)

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
try {
  if (!command) throw new OperationFailure(USAGE)
  await command(args)
} catch (error) {
  process.stderr.write(
    `${error instanceof OperationFailure ? error.message : String((error as Error).stack ?? error)}\n`,
  )
  process.exitCode = 1
}
