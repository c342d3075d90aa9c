import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo } from 'node:net'

export interface FakeAnswer {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON; a text as it is. */
  body?: unknown
  /** Breaks the connection in the middle of the body. */
  isCut?: boolean
  /** Never answers. */
  isSilent?: boolean
}

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
  at: number
}

/** A provider on loopback, which answers as the documentation of the real one says. */
export async function startFakeProvider(answer: (request: FakeRequest) => FakeAnswer) {
  const requests: FakeRequest[] = []
  let reply = answer
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
      const text = Buffer.concat(chunks).toString()
      const received: FakeRequest = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
        at: Date.now(),
      }
      requests.push(received)
      const { status = 200, headers = {}, body, isCut, isSilent } = reply(received)
      if (isSilent) return
      const sent = typeof body === 'string' ? body : JSON.stringify(body ?? {})
      const length = Buffer.byteLength(sent) + (isCut ? 100 : 0)
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
      if (isCut) response.write(sent, () => response.destroy())
      else response.end(sent)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(next: (request: FakeRequest) => FakeAnswer) {
      reply = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>
