import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildApps } from './build/build-apps'
import { REPOSITORY } from './config'
import { CHROMIUM, ensureSystemPackage, REDIS } from './system-packages'

/** Takes pictures of every screen into the folder screens, with a page that shows what changed since the run before. */
export async function screens(): Promise<void> {
  ensureSystemPackage(REDIS)
  ensureSystemPackage(CHROMIUM)
  await buildApps()
  const script = path.join(REPOSITORY, 'e2e/src/screens/main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script], { cwd: REPOSITORY, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
