import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildApps } from './build/build-apps'
import { REPOSITORY } from './config'
import { ensureSystemPackage, REDIS } from './system-packages'

/** Runs two of everything on a network that is slow, loses packets and is cut in two; see e2e/src/partitions. */
export async function partitions(args: string[]): Promise<void> {
  ensureSystemPackage(REDIS)
  await buildApps()
  const script = path.join(REPOSITORY, 'e2e/src/partitions/main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  })
  // Ctrl-C reaches it, too: it cleans up, and this waits.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
