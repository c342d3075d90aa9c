/** Requests in flight, each shared by all callers with the same key; one that no caller waits for any more is aborted. */
export interface SharedRequests<T> {
  /**
   * Joins the running request of this key and generation, or starts one.
   * @param disconnected aborted when the caller has disconnected
   */
  join(wanted: SharedRequest<T>, disconnected?: AbortSignal): Promise<T>
}

export interface SharedRequest<T> {
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

export function createSharedRequests<T>(): SharedRequests<T> {
  const running = new Map<string, Running<T>>()

  function forget(key: string, request: Running<T>): void {
    // A newer generation may have taken the place.
    if (running.get(key) === request) running.delete(key)
  }

  function begin({ key, generation, start }: SharedRequest<T>): Running<T> {
    const aborter = new AbortController()
    const request = { generation, waiting: 0, aborter, result: start(aborter.signal) }
    running.set(key, request)
    const end = () => forget(key, request)
    request.result.then(end, end)
    return request
  }

  return {
    join(wanted, disconnected) {
      const known = running.get(wanted.key)
      const request = known?.generation === wanted.generation ? known : begin(wanted)
      request.waiting++
      const leave = () => {
        if (--request.waiting > 0) return
        forget(wanted.key, request)
        request.aborter.abort()
      }
      disconnected?.addEventListener('abort', leave, { once: true })
      return request.result
    },
  }
}
