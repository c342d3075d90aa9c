import { setTimeout as delay } from 'node:timers/promises'

// A bound on hanging, not on speed: it has to hold on a machine that is ten times slower.
const PATIENCE_MS = 60_000

/**
 * Waits until `read` returns, or resolves with, something truthy, and returns that. It is called again every 10 ms.
 * @throws Error naming the condition, when it has not come true after a minute
 */
export async function until<T>(
  read: () => Promise<T> | T,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await read()
    if (value) return value as Exclude<T, undefined | null | false | 0 | ''>
    if (Date.now() > deadline) throw new Error(`still not true after ${PATIENCE_MS / 1000} s: ${read}`)
    await delay(10)
  }
}
