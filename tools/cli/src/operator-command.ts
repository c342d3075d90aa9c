import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { withDatabase } from './backup/backup'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { dataDirectory, environment, REPOSITORY } from './config'

/**
 * Runs a slice's command for operators on the database in MONGODB_URI, or on that of the platform in DATA_DIR, running or not.
 * @throws CommandFailure with what it prints when it fails
 */
export async function runOperatorCommand(
  slice: string,
  args: string[],
  settings: NodeJS.ProcessEnv,
): Promise<void> {
  const entry = path.join(REPOSITORY, slice, 'dist/command.js')
  await withDatabase(dataDirectory(), async (uri) => {
    if (!existsSync(entry)) await buildApps()
    const command = spawn(process.execPath, [entry, ...args], {
      cwd: REPOSITORY,
      env: { ...environment(), ...settings, MONGODB_URI: uri },
      stdio: ['ignore', 'inherit', 'pipe'],
    })
    let failure = ''
    command.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()))
    const [code] = (await once(command, 'close')) as [number | null]
    if (code !== 0) throw new CommandFailure(failure.trim() || 'Nothing was changed.')
  })
}
