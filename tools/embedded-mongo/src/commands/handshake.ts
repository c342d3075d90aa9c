import { maxDocumentBytes } from '../storage/change-set'
import type { Document } from '../values/value'
import { authenticationInHello } from './authentication'
import type { Command, ServerState } from './command'
import { readFields } from './read-fields'

// MongoDB 7.0: the newest whose commands, as far as the driver relies on the number, are all here.
const maxWireVersion = 21
const version = '7.0.0'

function describeReplicaSet({ replicaSet }: ServerState): Document {
  if (!replicaSet) return {}
  const { name, host } = replicaSet
  return { setName: name, setVersion: 1, hosts: [host], me: host, primary: host, secondary: false }
}

/**
 * A standalone server, or the only member of a replica set. Drivers describe themselves and may ask for features; but for
 * authentication none of that changes the answer.
 */
const hello: Command = (request) => ({
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: maxDocumentBytes,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: request.connection.id,
  minWireVersion: 0,
  maxWireVersion,
  readOnly: false,
  ...describeReplicaSet(request.state),
  ...authenticationInHello(request),
})

export const handshakeCommands: Record<string, Command> = {
  hello,
  ismaster: hello,
  // Services that use a full disk are not ready.
  ping: (request) => {
    readFields(request, {})
    request.state.store.journal.assertRoom()
    return {}
  },
  buildInfo: () => ({ version, gitVersion: 'embedded-mongo', maxBsonObjectSize: maxDocumentBytes }),
  endSessions: () => ({}),
}
