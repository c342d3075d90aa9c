import { execFileSync } from 'node:child_process'
import { readRun } from './platform'

/** What the processes tried that their Redis users may not do, whatever the suites made them do. */
export async function refusalsOfRedis(dataDir: string): Promise<string> {
  const run = await readRun(dataDir).catch(() => undefined)
  const port = run?.processes.find(({ name }) => name === 'redis')?.port
  if (port === undefined) return ''
  return execFileSync('redis-cli', ['-p', String(port), 'ACL', 'LOG'], { encoding: 'utf8' }).trim()
}
