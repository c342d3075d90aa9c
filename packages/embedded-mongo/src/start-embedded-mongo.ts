import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { ServerState } from './commands/command'
import { Cursors } from './commands/cursors'
import { StartError } from './errors'
import { startExpiry } from './expiry'
import { openStore, type Store } from './storage/store'
import { serveConnection } from './wire/serve-connection'

export interface EmbeddedMongoOptions {
  /** Where the journal lives; absent keeps everything in memory only. */
  directory?: string
  /** 0 or absent: any free port. */
  port?: number
}

export interface EmbeddedMongo {
  uri: string
  port: number
  close(): Promise<void>
}

// Nobody but this machine may reach a server that asks for no password.
const host = '127.0.0.1'

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(
      `Port ${port} on ${host} is taken by another process: stop it, or choose another EMBEDDED_MONGO_PORT.`,
    )
  }
  return (server.address() as AddressInfo).port
}

function acceptConnections(state: ServerState): { server: Server; closeAll: () => void } {
  const sockets = new Set<Socket>()
  let lastId = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    void serveConnection({ id: ++lastId, socket, state })
  })
  return { server, closeAll: () => sockets.forEach((socket) => socket.destroy()) }
}

/**
 * Starts the server on the loopback interface, for development, tests and demos only.
 * Rejects with `StartError` when the port or the directory is in use, or the journal is damaged.
 */
export async function startEmbeddedMongo({
  directory,
  port = 0,
}: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const store: Store = await openStore({ directory })
  const state: ServerState = { store, cursors: new Cursors(), startedAt: new Date() }
  const { server, closeAll } = acceptConnections(state)
  try {
    const actualPort = await listen(server, port)
    const expiry = startExpiry(state)
    const close = async () => {
      expiry.stop()
      const closed = once(server, 'close')
      server.close()
      closeAll()
      await closed
      await store.close()
    }
    return { uri: `mongodb://${host}:${actualPort}`, port: actualPort, close }
  } catch (error) {
    await store.close()
    throw error
  }
}
