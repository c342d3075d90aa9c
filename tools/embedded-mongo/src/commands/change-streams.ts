import { unsupported } from '../errors'
import { type Document, isDocument } from '../values/value'
import type { Command, CommandRequest } from './command'

/** The parts of an event that are known here; the rest would have to be made of documents before and after. */
const FIELDS = new Set(['_id', 'clusterTime', 'documentKey', 'ns', 'operationType'])

/** Whether a pipeline follows changes. */
export const isChangeStream = (pipeline: unknown[]): boolean => {
  const [first] = pipeline
  return isDocument(first) && '$changeStream' in first
}

/**
 * Follows the changes of a database or a collection from now on. Events hold the keys of documents, so a `$project` that
 * asks for nothing else has to follow.
 * @see https://www.mongodb.com/docs/manual/changeStreams/
 */
export const openChangeStream: (request: CommandRequest, pipeline: unknown[]) => Document = (
  { body, database, state },
  [first, projection, ...rest],
) => {
  if (!state.replicaSet) throw unsupported('$changeStream on a standalone server')
  const options = isDocument(first) ? first['$changeStream'] : undefined
  for (const [name, value] of Object.entries(isDocument(options) ? options : {}))
    if (!(name === 'fullDocument' && value === 'default')) throw unsupported(`'${name}' of $changeStream`)
  const fields = isDocument(projection) ? projection['$project'] : undefined
  const isPlain =
    isDocument(fields) &&
    Object.entries(fields).every(([name, value]) => FIELDS.has(name) && (value === 1 || value === true))
  if (!isPlain || rest.length > 0)
    throw unsupported(`$changeStream without a $project of ${[...FIELDS].join(', ')} alone after it`)
  const collection = body['aggregate']
  const namespace = `${database}.${typeof collection === 'string' ? collection : '$cmd.aggregate'}`
  return state.changeStreams.open({
    namespace,
    matches: (changed) =>
      typeof collection === 'string' ? changed === namespace : changed.startsWith(`${database}.`),
    fields: ['_id', ...Object.keys(fields)],
  })
}

/** Waits until a `getMore` of a change stream has something to answer, or its time is up; other commands do not wait. */
export async function awaitChanges(
  { changeStreams }: CommandRequest['state'],
  body: Document,
): Promise<void> {
  const { getMore, maxTimeMS } = body
  if (getMore === undefined) return
  const id = Number(getMore)
  if (changeStreams.has(id))
    await changeStreams.waitFor(id, maxTimeMS === undefined ? undefined : Number(maxTimeMS))
}

/** The next events of a change stream; undefined when the cursor is none. */
export function nextChanges(
  { body, state }: CommandRequest,
  batchSize: number,
): ReturnType<Command> | undefined {
  const id = Number(body['getMore'])
  return state.changeStreams.has(id) ? state.changeStreams.next(id, batchSize) : undefined
}
