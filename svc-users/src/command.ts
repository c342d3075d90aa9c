import { connectMongo, ensureIndexes, loadUniversity } from '@offquad/service-kit'
import { configuredRoles, loadCommandConfig } from './config'
import { ROLE_USAGE, runRoleCommand } from './people/role-command'
import { openRepositories } from './repositories'

// Commands for operators, with the settings of the service: node svc-users/dist/command.js role grant EMAIL ROLE
const [name, ...args] = process.argv.slice(2)
try {
  if (name !== 'role') throw new Error(ROLE_USAGE)
  const config = loadCommandConfig()
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  try {
    await ensureIndexes(connection)
    const outcome = await runRoleCommand(
      {
        ...openRepositories(connection),
        configuredRoles: configuredRoles(config),
        university: loadUniversity(config.UNIVERSITY_FILE),
        now: () => new Date(),
      },
      args,
    )
    process.stdout.write(`${outcome}\n`)
  } finally {
    await connection.close()
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
