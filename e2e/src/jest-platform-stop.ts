import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { type Command, readRun, sharedPlatforms, stopPlatform } from './platform'

const started = globalThis as typeof globalThis & { offquadPlatforms?: Command[] }

async function stopSharedPlatforms(): Promise<void> {
  const platforms = sharedPlatforms()
  const refusals = await Promise.all(platforms.map(({ dataDir }) => refusalsOfRedis(dataDir)))
  await Promise.all((started.offquadPlatforms ?? []).map(stopPlatform))
  await Promise.all(platforms.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })))
  if (refusals.some((refusal) => refusal !== ''))
    throw new Error(
      `Redis refused a process a command or a key: add the queue to "jobs" in its package.json.\n${refusals.join('\n')}`,
    )
}

/** What the processes tried that their Redis users may not do, whatever the suites made them do. */
async function refusalsOfRedis(dataDir: string): Promise<string> {
  const run = await readRun(dataDir).catch(() => undefined)
  const port = run?.processes.find(({ name }) => name === 'redis')?.port
  if (port === undefined) return ''
  return execFileSync('redis-cli', ['-p', String(port), 'ACL', 'LOG'], { encoding: 'utf8' }).trim()
}

export default stopSharedPlatforms
