import { setTimeout as delay } from 'node:timers/promises'

// Limits hanging, not speed: must suffice on a machine that is ten times slower.
const PATIENCE_MS = 60_000

/**
 * Waits until `read` returns, or resolves to, a truthy value, and returns it. Calls it every 10 ms.
 * @throws Error with the condition, if it is still not true after a minute
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
