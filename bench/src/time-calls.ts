import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const CALLS = 400

/** The mean duration of a call in milliseconds when one client requests these paths sequentially. */
export async function timeCalls(url: string, paths: string[]): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  const rounds = Math.ceil(CALLS / paths.length)
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) for (const path of paths) await ask(socket, path)
  const time = performance.now() - startedAt
  socket.destroy()
  return time / rounds / paths.length
}

// On a raw socket, because client libraries would take longer than the server.
async function ask(socket: Socket, path: string): Promise<void> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
  let [response, length] = ['', Infinity]
  while (response.length < length) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    // One character per byte, so that lengths match.
    response += chunk.toString('latin1')
    const end = response.indexOf('\r\n\r\n')
    if (end >= 0) length = end + 4 + Number(/content-length: (\d+)/i.exec(response)?.[1])
  }
  if (!response.startsWith('HTTP/1.1 200')) throw new Error(`${path} responded with ${response.slice(0, 40)}`)
}
