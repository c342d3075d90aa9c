import { setTimeout as delay } from 'node:timers/promises'

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Load {
  /** Sends no more and waits for what is on its way. */
  stop(): Promise<{ sent: number; failures: string[] }>
}

const TICK_MS = 20

/** Sends so many requests a second, in turn, whether or not the ones before are answered: people do not wait for each other. */
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
        const one = send(request).finally(() => running.delete(one))
        running.add(one)
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
