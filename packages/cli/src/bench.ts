import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildApps } from './build/build-apps'
import { REPOSITORY } from './config'
import { CHROMIUM, ensureSystemPackage, REDIS } from './system-packages'

/**
 * Measures the product side by side with its yardsticks; ends with code 1 below a bar. `bench web` measures pages in a
 * browser instead of servers.
 */
export async function bench([what]: string[]): Promise<void> {
  ensureSystemPackage(REDIS)
  if (what === 'web') ensureSystemPackage(CHROMIUM)
  await buildApps()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(REPOSITORY, 'bench/src', what === 'web' ? 'web/main.ts' : 'main.ts')],
    {
      cwd: REPOSITORY,
      stdio: 'inherit',
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
