import { rm } from 'node:fs/promises'
import { type Command, sharedPlatforms, stopPlatform } from './platform'
import { refusalsOfRedis } from './redis-refusals'

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

export default stopSharedPlatforms
