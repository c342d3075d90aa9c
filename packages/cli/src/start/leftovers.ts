import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, readLeftover } from './run-file'

const PATIENCE_MS = 15_000

/**
 * Ends what a start command that was killed has left running. Only processes that still are what they were count:
 * the system may have given their ids to others.
 */
export async function endLeftovers(dataDir: string): Promise<void> {
  const leftover = await readLeftover(dataDir)
  const running = leftover?.processes ?? []
  const ours: number[] = []
  for (const { pid } of running) if (pid && (await isOurs(pid))) ours.push(pid)
  for (const pid of ours) process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + PATIENCE_MS
  while (ours.some(isAlive) && Date.now() < deadline) await delay(50)
  for (const pid of ours.filter(isAlive)) process.kill(pid, 'SIGKILL')
}

async function isOurs(pid: number): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return /redis-server|leave-with-parent/.test(commandLine)
}
