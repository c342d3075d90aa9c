import { CommandFailure } from './command-failure'
import { runOperatorCommand } from './operator-command'
import { configuredRoles } from './start/sign-in'
import { readUniversity, UNIVERSITY_FILE } from './start/university'

const USAGE = `Usage: npm run role -- grant|revoke EMAIL ROLE
  ROLE is admin or developer. Works on the platform in DATA_DIR, running or not, and on the database in MONGODB_URI.
  The owner of the address need not have signed in yet. A running platform follows within seconds.`

/** Grants or revokes a role with the code of svc-users, which logs the decision and ends the person's sessions. */
export async function role(args: string[]): Promise<void> {
  const [action, email, name, ...rest] = args
  const isComplete = (action === 'grant' || action === 'revoke') && email?.includes('@') && name
  if (!isComplete || rest.length > 0) throw new CommandFailure(USAGE, 2)
  await runOperatorCommand('svc-users', ['role', ...args], {
    ...configuredRoles(await readUniversity()),
    UNIVERSITY_FILE,
  })
}
