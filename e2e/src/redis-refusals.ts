import { execFileSync } from 'node:child_process'
import { readRun } from './platform'

/** Commands that Redis refused because the user of the process may not run them. */
export async function refusalsOfRedis(dataDir: string): Promise<string> {
  const run = await readRun(dataDir).catch(() => undefined)
  if (!run?.processes.some(({ name }) => name === 'redis')) return ''
  const { port, password } = new URL(run.stores.redisUrl)
  const env = { ...process.env, REDISCLI_AUTH: password }
  return execFileSync('redis-cli', ['-p', port, 'ACL', 'LOG'], { encoding: 'utf8', env }).trim()
}
