import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createCredentials } from './auth/scram'
import { findUser, putUser } from './auth/users'
import type { ServerState } from './commands/command'
import { Cursors } from './commands/cursors'
import { StartError } from './errors'
import { startExpiry } from './expiry'
import { ChangeSet } from './storage/change-set'
import { openStore, type Store } from './storage/store'
import { serveConnection } from './wire/serve-connection'

export interface EmbeddedMongoOptions {
  /** Folder of the journal; absent: everything stays in memory only. */
  directory?: string | undefined
  /** 0 or absent: any free port. */
  port?: number
  /**
   * Makes it a replica set of one, as production has them, with retryable writes. Clients are sent to `host`, by default
   * 127.0.0.1 and its port; it names the way to here where that leads through a relay.
   */
  replicaSet?: { name: string; host?: string | undefined } | undefined
  /** A first user, who can create others; absent: nobody needs a password. */
  root?: { user: string; password: string } | undefined
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
    void serveConnection({ connection: { id: ++lastId }, socket, state })
  })
  return { server, closeAll: () => sockets.forEach((socket) => socket.destroy()) }
}

async function ensureRoot(store: Store, root: NonNullable<EmbeddedMongoOptions['root']>): Promise<void> {
  if (findUser(store, 'admin', root.user)) return
  const changes = new ChangeSet(store)
  const { user, password } = root
  putUser(changes, { db: 'admin', user, credentials: createCredentials(password), roles: ['root'] })
  await changes.commit()
}

/**
 * Starts the server on the loopback interface, for development, tests and demos only.
 * Rejects with `StartError` when the port or the directory is in use, or the journal is damaged.
 */
export async function startEmbeddedMongo({
  directory,
  port = 0,
  root,
  replicaSet,
}: EmbeddedMongoOptions = {}): Promise<EmbeddedMongo> {
  const store = await openStore({ directory })
  const state = {
    store,
    cursors: new Cursors(),
    isAuthEnabled: root !== undefined,
    replicaSet: replicaSet && { name: replicaSet.name, host: replicaSet.host ?? '' },
  }
  const { server, closeAll } = acceptConnections(state)
  try {
    if (root) await ensureRoot(store, root)
    const actualPort = await listen(server, port)
    if (state.replicaSet) state.replicaSet.host ||= `${host}:${actualPort}`
    const stopExpiry = startExpiry(state)
    const close = async () => {
      stopExpiry()
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
