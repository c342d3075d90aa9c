import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  port: number
  /** Resets every connection and accepts no new ones, like a crashed process. */
  sever(): void
}

/** Forwards the TCP connections to a port of this machine, any by default. */
export async function startRelay(target: number, host = '127.0.0.1', port = 0): Promise<Relay> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((incoming) => {
    const outgoing = keep(connect(target, host))
    keep(incoming).pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('not a TCP address')
  return {
    port: address.port,
    sever() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
