import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_REST_MS = 1_000

/**
 * Lets calls of an expensive read share its result. A call that arrives while the read of its key runs waits for the
 * next run, which starts after it: so every caller still sees their own earlier writes, and however many call at once,
 * at most two reads of a key are needed.
 * @param shareOfTime how much of the time reads of one key may take, from 0 to 1: after each, callers wait for as long as
 * that needs, but for a second at most
 */
export function shareReads<Key, Result>(
  read: (key: Key) => Promise<Result>,
  { shareOfTime = 1 } = {},
): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<unknown>>()
  const next = new Map<Key, Promise<Result>>()

  const restSince = (startedAt: number): Promise<unknown> =>
    delay(Math.min(LONGEST_REST_MS, (performance.now() - startedAt) * (1 / shareOfTime - 1)))

  function start(key: Key): Promise<Result> {
    const startedAt = performance.now()
    const result = read(key)
    const ended = result.catch(() => undefined)
    const settled = (shareOfTime < 1 ? ended.then(() => restSince(startedAt)) : ended).finally(() => {
      if (running.get(key) === settled) running.delete(key)
    })
    running.set(key, settled)
    return result
  }

  return (key) => {
    const current = running.get(key)
    if (!current) return start(key)
    const waiting =
      next.get(key) ??
      current.then(() => {
        next.delete(key)
        return start(key)
      })
    next.set(key, waiting)
    return waiting
  }
}
