import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP load balancer that assigns new connections to its instances in turn. */
export interface Balancer {
  url: string
  add(port: number): void
  /** Stops new connections to an instance; existing ones stay open. */
  remove(port: number): void
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const ports: number[] = []
  const sockets = new Set<Socket>()
  let next = 0

  const server = createServer((client) => {
    next += 1
    const instance = connect(ports[next % ports.length] ?? 0, '127.0.0.1')
    for (const [source, target] of [
      [client, instance],
      [instance, client],
    ] as const) {
      sockets.add(source)
      source.setNoDelay(true)
      source.on('error', () => target.destroy())
      source.once('close', () => {
        sockets.delete(source)
        target.destroySoon()
      })
      source.pipe(target)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    url: `http://127.0.0.1:${port}`,
    add: (instance) => void ports.push(instance),
    remove: (instance) => void ports.splice(ports.indexOf(instance), 1),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
