import { Timestamp } from 'bson'
import { unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'

/**
 * Runs a read with `readConcern: { level: 'snapshot' }` on the data as it was at its time, or as it is now, which is then
 * the session's time. Other commands run as they are.
 * @see https://www.mongodb.com/docs/manual/reference/read-concern-snapshot/
 */
export function runAtSnapshot(request: CommandRequest, run: Command): Document {
  const { body, name, state } = request
  const { readConcern, ...rest } = body
  if (!isDocument(readConcern) || readConcern['level'] !== 'snapshot') return run(request)
  if (!state.replicaSet) throw unsupported('snapshot reads on a standalone server')
  if (name !== 'find' && name !== 'aggregate') throw unsupported(`'${name}' with read concern snapshot`)
  const { atClusterTime } = readConcern
  const snapshot =
    atClusterTime instanceof Timestamp ? state.snapshots.at(atClusterTime) : state.snapshots.take(state.store)
  const store = { ...state.store, collections: snapshot.collections }
  const reply = run({ ...request, body: rest, state: { ...state, store } })
  const { cursor } = reply
  return isDocument(cursor) ? { ...reply, cursor: { ...cursor, atClusterTime: snapshot.time } } : reply
}
