import { setTimeout as delay } from 'node:timers/promises'

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  /** Stops sending and waits for pending requests. */
  stop(): Promise<{ sent: number; failures: string[] }>
}

const TICK_MS = 20

/** Sends a fixed number of requests a second without waiting for responses (open loop), because users do not wait for each other. */
export function startLoad(url: string, requests: Request[], perSecond: number): Load {
  const running = new Set<Promise<void>>()
  const failures: string[] = []
  let sent = 0
  let isStopping = false

  async function send({ path, ...request }: Request): Promise<void> {
    try {
      const response = await fetch(url + path, request)
      await response.arrayBuffer()
      if (!response.ok) failures.push(`${request.method} ${path}: ${response.status}`)
    } catch (error) {
      failures.push(`${request.method} ${path}: ${String((error as Error).cause ?? error)}`)
    }
  }

  const startedAt = performance.now()
  const sending = (async () => {
    while (!isStopping) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
      for (; sent < due; sent += 1) {
        const request = requests[sent % requests.length]
        if (!request) throw new Error('there is nothing to send')
        const sending = send(request).finally(() => running.delete(sending))
        running.add(sending)
      }
      await delay(TICK_MS)
    }
  })()

  return {
    async stop() {
      isStopping = true
      await sending
      await Promise.all(running)
      return { sent, failures }
    },
  }
}
