import { hostname } from 'node:os'
import type { Document } from '../values/value'
import { authenticationInHello } from './authentication'
import type { Command, CommandRequest, ServerState } from './command'
import { readFields } from './read-fields'

// MongoDB 7.0: the newest whose commands, as far as the driver relies on the number, are all here.
const maxWireVersion = 21
export const serverVersion = '7.0.0'

/** The answer to every form of hello: a standalone server, or the only member of a replica set, without transactions. */
export function describeServer({ connection, state }: CommandRequest): Document {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection.id,
    minWireVersion: 0,
    maxWireVersion,
    readOnly: false,
    ...describeReplicaSet(state),
  }
}

function describeReplicaSet({ replicaSet, snapshots }: ServerState): Document {
  if (!replicaSet) return {}
  const { name, host } = replicaSet
  return {
    setName: name,
    setVersion: 1,
    hosts: [host],
    me: host,
    primary: host,
    secondary: false,
    lastWrite: { opTime: { ts: snapshots.tick(), t: 1 }, lastWriteDate: new Date() },
  }
}

// Drivers describe themselves in a hello and may ask for features; but for authentication none of that changes the answer.
const hello: Command = (request) => ({
  ...describeServer(request),
  ...authenticationInHello(request),
})

function buildInfo(): Document {
  return {
    version: serverVersion,
    versionArray: serverVersion.split('.').map(Number).concat(0),
    gitVersion: 'embedded-mongo',
    modules: [],
    bits: 64,
    maxBsonObjectSize: 16 * 1024 * 1024,
  }
}

export const handshakeCommands: Record<string, Command> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping: (request) => {
    readFields(request, {})
    request.state.store.journal.assertRoom()
    return {}
  },
  buildInfo,
  buildinfo: buildInfo,
  serverStatus: ({ state }) => ({
    host: hostname(),
    version: serverVersion,
    process: 'embedded-mongo',
    pid: process.pid,
    uptime: (Date.now() - state.startedAt.getTime()) / 1000,
    localTime: new Date(),
    mem: { bits: 64, resident: Math.round(process.memoryUsage.rss() / 2 ** 20) },
  }),
  endSessions: () => ({}),
}
