/**
 * Lets calls of an expensive read share its result. A call that arrives while the read of its key runs waits for the
 * next run, which starts after it: so every caller still sees their own earlier writes, and however many call at once,
 * at most two reads of a key are needed.
 */
export function shareReads<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const running = new Map<Key, Promise<unknown>>()
  const next = new Map<Key, Promise<Result>>()

  function start(key: Key): Promise<Result> {
    const result = read(key)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
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
