export interface Recent<T> {
  /** What was found under the name lately, or finds it now. */
  get(name: string, find: () => T): T
  forgetAll(): void
}

/** Keeps the few results that were used last. */
export function createRecent<T>(limit: number): Recent<T> {
  const results = new Map<string, T>()
  return {
    get(name, find) {
      const result = results.get(name) ?? find()
      // A map iterates in order of insertion: the one used last stands last.
      results.delete(name)
      results.set(name, result)
      for (const oldest of results.keys()) {
        if (results.size <= limit) break
        results.delete(oldest)
      }
      return result
    },
    forgetAll: () => results.clear(),
  }
}
