interface SharedRequest<T> {
  key: string
  generation: number
  start: () => Promise<T>
}

/** Requests in flight, each shared by all callers with the same key. */
export function createSharedRequests<T>() {
  const running = new Map<string, { generation: number; result: Promise<T> }>()

  return {
    /** Joins the running request of this key and generation, or starts one. */
    join({ key, generation, start }: SharedRequest<T>): Promise<T> {
      const current = running.get(key)
      if (current?.generation === generation) return current.result
      const request = { generation, result: start() }
      running.set(key, request)
      const remove = () => {
        // A newer generation may have replaced it.
        if (running.get(key) === request) running.delete(key)
      }
      request.result.then(remove, remove)
      return request.result
    },
  }
}
