import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { type Command, readRun, stopPlatform } from './platform'

const started = globalThis as typeof globalThis & { offquadPlatform?: Command }

async function stopSharedPlatform(): Promise<void> {
  const dataDir = process.env.OFFQUAD_E2E_DATA_DIR
  const refusals = dataDir ? await refusalsOfRedis(dataDir) : ''
  if (started.offquadPlatform) await stopPlatform(started.offquadPlatform)
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
  if (refusals !== '')
    throw new Error(
      `Redis refused a process a command or a key: add the queue to "jobs" in its package.json.\n${refusals}`,
    )
}

/** What the processes tried that their Redis users may not do, whatever the suites made them do. */
async function refusalsOfRedis(dataDir: string): Promise<string> {
  const run = await readRun(dataDir).catch(() => undefined)
  const port = run?.processes.find(({ name }) => name === 'redis')?.port
  if (port === undefined) return ''
  return execFileSync('redis-cli', ['-p', String(port), 'ACL', 'LOG'], { encoding: 'utf8' }).trim()
}

export default stopSharedPlatform
