/** Requests under way, each shared by all who want the same; one nobody waits for any more is aborted. */
export interface SharedRequests<T> {
  /**
   * Joins the running request of this key and generation, or starts one.
   * `leaving` is aborted when the one who asks has left.
   */
  join(wanted: Wanted<T>, leaving?: AbortSignal): Promise<T>
}

export interface Wanted<T> {
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

  function begin({ key, generation, start }: Wanted<T>): Running<T> {
    const aborter = new AbortController()
    const request = { generation, waiting: 0, aborter, result: start(aborter.signal) }
    running.set(key, request)
    const end = () => forget(key, request)
    request.result.then(end, end)
    return request
  }

  return {
    join(wanted, leaving) {
      const known = running.get(wanted.key)
      const request = known?.generation === wanted.generation ? known : begin(wanted)
      request.waiting++
      const leave = () => {
        if (--request.waiting > 0) return
        forget(wanted.key, request)
        request.aborter.abort()
      }
      leaving?.addEventListener('abort', leave, { once: true })
      return request.result
    },
  }
}
