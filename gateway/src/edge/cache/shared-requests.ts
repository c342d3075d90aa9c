interface SharedRequest<T> {
  key: string
  generation: number
  start: (signal: AbortSignal) => Promise<T>
}

interface Running<T> {
  generation: number
  waiting: number
  aborter: AbortController
  result: Promise<T>
}

/** Requests in flight, each shared by all callers with the same key, and aborted once all of them have disconnected. */
export function createSharedRequests<T>() {
  const running = new Map<string, Running<T>>()

  function remove(key: string, request: Running<T>): void {
    // A newer generation may have replaced it.
    if (running.get(key) === request) running.delete(key)
  }

  function begin({ key, generation, start }: SharedRequest<T>): Running<T> {
    const aborter = new AbortController()
    const request = { generation, waiting: 0, aborter, result: start(aborter.signal) }
    running.set(key, request)
    const onSettled = () => remove(key, request)
    request.result.then(onSettled, onSettled)
    return request
  }

  return {
    /**
     * Joins the running request of this key and generation, or starts one.
     * @param disconnected aborted when the caller has disconnected
     */
    join(requested: SharedRequest<T>, disconnected?: AbortSignal): Promise<T> {
      const current = running.get(requested.key)
      const request = current?.generation === requested.generation ? current : begin(requested)
      request.waiting++
      const onDisconnected = () => {
        if (--request.waiting > 0) return
        remove(requested.key, request)
        request.aborter.abort()
      }
      disconnected?.addEventListener('abort', onDisconnected, { once: true })
      return request.result
    },
  }
}
