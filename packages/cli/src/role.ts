import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { withDatabase } from './backup/backup'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { dataDirectory, environment, REPOSITORY } from './config'
import { configuredRoles } from './start/sign-in'

const USAGE = `Usage: npm run role -- grant|revoke EMAIL ROLE
  ROLE is admin or developer. Works on the platform in DATA_DIR, running or not, and on the database in MONGODB_URI.
  The owner of the address need not have signed in yet. A running platform follows within seconds.`

const COMMAND = path.join(REPOSITORY, 'svc-users/dist/command.js')

/** Grants or revokes a role with the code of svc-users, which logs the decision and ends the person's sessions. */
export async function role(args: string[]): Promise<void> {
  const [action, email, name, ...rest] = args
  const isComplete = (action === 'grant' || action === 'revoke') && email?.includes('@') && name
  if (!isComplete || rest.length > 0) throw new CommandFailure(USAGE, 2)
  const universityFile = path.join(REPOSITORY, 'config/university.json')
  const university = JSON.parse(await readFile(universityFile, 'utf8')) as University
  await withDatabase(dataDirectory(), async (uri) => {
    if (!existsSync(COMMAND)) await buildApps()
    const command = spawn(process.execPath, [COMMAND, 'role', ...args], {
      cwd: REPOSITORY,
      env: {
        ...environment(),
        ...configuredRoles(university),
        MONGODB_URI: uri,
        UNIVERSITY_FILE: universityFile,
      },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let failure = ''
    command.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()))
    const [code] = (await once(command, 'close')) as [number | null]
    if (code !== 0) throw new CommandFailure(failure.trim() || 'The role was not changed.')
  })
}
