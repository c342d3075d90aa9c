import { execFileSync } from 'node:child_process'
import { readRun } from './platform'

/** What the processes tried that their Redis users may not do, whatever the suites made them do. */
export async function refusalsOfRedis(dataDir: string): Promise<string> {
  const run = await readRun(dataDir).catch(() => undefined)
  if (!run?.processes.some(({ name }) => name === 'redis')) return ''
  const { port, password } = new URL(run.stores.redisUrl)
  const env = { ...process.env, REDISCLI_AUTH: password }
  return execFileSync('redis-cli', ['-p', port, 'ACL', 'LOG'], { encoding: 'utf8', env }).trim()
}
