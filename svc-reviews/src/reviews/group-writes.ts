interface Waiting<T> {
  item: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Writes that arrive while others are on their way are stored together, with one request for all of them: under load the
 * database is asked as often as it answers, and idle nobody waits. Each resolves once it is stored; when a request
 * fails, so do all the writes it carried.
 */
export function groupWrites<T>(
  store: (items: T[]) => Promise<unknown>,
  maxItems: number,
): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let isStoring = false

  async function storeWaiting(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxItems)
      waiting = waiting.slice(maxItems)
      try {
        await store(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isStoring = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isStoring) void storeWaiting()
    })
}
