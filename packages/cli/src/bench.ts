import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { REPOSITORY } from './config'
import { CHROMIUM, ensureSystemPackage, REDIS } from './system-packages'

const SCRIPTS: Record<string, string> = { servers: 'main.ts', web: 'web/main.ts', soak: 'soak.ts' }

/**
 * Measures the product side by side with its yardsticks; ends with code 1 below a bar. `bench web` measures pages in a
 * browser instead of servers, `bench soak` half an hour of mixed load.
 */
export async function bench([what = 'servers']: string[]): Promise<void> {
  const script = SCRIPTS[what]
  if (!script)
    throw new CommandFailure(
      `Usage: npm run bench, or bench:${Object.keys(SCRIPTS).slice(1).join(', bench:')}`,
      2,
    )
  ensureSystemPackage(REDIS)
  if (what === 'web') ensureSystemPackage(CHROMIUM)
  await buildApps()
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(REPOSITORY, 'bench/src', script)], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
