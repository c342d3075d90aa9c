import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { mongo } from 'mongoose'

/**
 * A fault of one command, as in a failover. `not-primary`: it is rejected, as by a server that has stepped down. `cut-off`: it
 * is executed, but the connection breaks before the reply, as when the primary dies.
 */
export type CommandFault = 'not-primary' | 'cut-off'

export interface MongoProxy {
  /** A URI with which clients notice within milliseconds that the server is back. */
  uri: string
  /** Injects a fault into the n-th command from here on, counted from 1. Commands about the server itself do not count. */
  failCommand(n: number, fault: CommandFault): void
  /**
   * Holds the next command of this name on this collection: before the server receives it, or its reply before the client
   * does. Its connection gets nothing more. Resolves once it is held.
   */
  holdCommand(name: string, collection: string, when: 'before' | 'after'): Promise<void>
  /** Stops injecting. @returns the name of the command that failed: "insert"; undefined if there were fewer commands */
  stopFailing(): string | undefined
  close(): Promise<void>
}

// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/: length, request id, response to, opcode.
const HEADER_BYTES = 16
const OP_MSG = 2013
const NO_FLAGS = Buffer.alloc(4)
const DOCUMENT_SECTION = Buffer.from([0])

/** Commands that drivers send automatically, or tests themselves. */
const NOT_COUNTED = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'endSessions',
  'saslStart',
  'saslContinue',
])

/**
 * Stands between a driver and its MongoDB server, and lets single commands fail as they do while a replica set changes its
 * primary. MongoDB's own `failCommand` fail point needs a server that was started for tests, and has nothing for a command
 * that was carried out without a reply.
 * @param server the URI of one server, or of a replica set whose first host is its primary
 */
export async function startMongoProxy(server: string): Promise<MongoProxy> {
  const target = firstHostOf(server)
  const sockets = new Set<Socket>()
  let pending: { countdown: number; fault: CommandFault } | undefined
  let failed: string | undefined
  let held: { name: string; collection: string; when: 'before' | 'after'; onHeld: () => void } | undefined

  /** Whether this command is to be held, and when. */
  function takeHeld(message: Buffer): { when: 'before' | 'after'; onHeld: () => void } | undefined {
    const { name, collection } = commandIn(message) ?? {}
    if (!held || held.name !== name || held.collection !== collection) return undefined
    const taken = held
    held = undefined
    return taken
  }

  function faultFor(message: Buffer): CommandFault | undefined {
    const name = commandIn(message)?.name
    if (name === undefined || NOT_COUNTED.has(name) || !pending || --pending.countdown > 0) return undefined
    const { fault } = pending
    pending = undefined
    failed = name
    return fault
  }

  const proxy = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || 27017) })
    let isCutOff = false
    let onReply: (() => void) | undefined
    let isHeld = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      // The other side learns of it by the close.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    onMessages(client, (message) => {
      const fault = faultFor(message)
      if (fault === 'not-primary') return void client.write(refusalOf(message))
      isCutOff ||= fault === 'cut-off'
      const toHold = isHeld ? undefined : takeHeld(message)
      isHeld ||= toHold !== undefined
      if (toHold?.when === 'before') return toHold.onHeld()
      onReply = toHold?.onHeld
      upstream.write(message)
    })
    onMessages(upstream, (reply) => {
      if (isHeld) onReply?.()
      else if (isCutOff) client.destroy()
      else client.write(reply)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const uri = new URL(uriThrough(server, (proxy.address() as AddressInfo).port))
  // Clients retry at once when the server was unavailable.
  uri.searchParams.set('minHeartbeatFrequencyMS', '1')

  return {
    uri: uri.href,
    failCommand(n, fault) {
      pending = { countdown: n, fault }
      failed = undefined
    },
    holdCommand: (name, collection, when) =>
      new Promise((onHeld) => {
        held = { name, collection, when, onHeld }
      }),
    stopFailing() {
      pending = undefined
      return failed
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

const firstHostOf = (server: string): URL => new URL(server.replace(/,[^/]*/, ''))

/**
 * The URI of the same server, with its user, through a relay on loopback.
 * @param server of one server, or of a replica set
 * @param port of the relay, which leads to the first host
 */
export function uriThrough(server: string, port: number): string {
  const uri = firstHostOf(server)
  uri.host = `127.0.0.1:${port}`
  uri.searchParams.delete('replicaSet')
  // Clients use this host, whatever others it names.
  uri.searchParams.set('directConnection', 'true')
  return uri.href
}

function onMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk as Buffer])
    while (received.length >= HEADER_BYTES && received.length >= received.readInt32LE(0)) {
      const length = received.readInt32LE(0)
      const message = received.subarray(0, length)
      received = received.subarray(length)
      onMessage(message)
    }
  })
}

/** The command in a message, and its collection if it has one; undefined of other messages. */
function commandIn(message: Buffer): { name: string | undefined; collection: unknown } | undefined {
  if (message.readInt32LE(12) !== OP_MSG) return undefined
  const documentAt = HEADER_BYTES + NO_FLAGS.length + DOCUMENT_SECTION.length
  const document = message.subarray(documentAt, documentAt + message.readInt32LE(documentAt))
  const [[name, collection] = []] = Object.entries(mongo.BSON.deserialize(document))
  return { name, collection }
}

function refusalOf(message: Buffer): Buffer {
  const reply = Buffer.concat([
    NO_FLAGS,
    DOCUMENT_SECTION,
    mongo.BSON.serialize({ ok: 0, errmsg: 'not primary', code: 10107, codeName: 'NotWritablePrimary' }),
  ])
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeInt32LE(HEADER_BYTES + reply.length, 0)
  header.writeInt32LE(message.readInt32LE(4), 8)
  header.writeInt32LE(OP_MSG, 12)
  return Buffer.concat([header, reply])
}
