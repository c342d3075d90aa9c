import { type ChangeStream, type ChangeStreamDocument, type Document, type MongoClient } from 'mongodb'
import { OperationFailure } from '../operation-failure'
import { idKeyOf } from './bson-file'

/** The `_id`s of documents by their keys, of each collection as `database/collection`. */
export type DocumentIds = Map<string, Map<string, unknown>>

/** Which documents change while a backup reads. */
export interface ChangedDocuments {
  /** Resolves when every change that was made before the call has been noted. */
  catchUp(): Promise<void>
  /** What changed since the last call. */
  take(): DocumentIds
  close(): Promise<void>
}

// How long the server holds a request open when nothing changes; also how long catching up takes at most then.
const AWAIT_MS = 100
/** Without the documents themselves: photos would pass through here. */
const KEYS_ONLY = [{ $project: { operationType: 1, ns: 1, documentKey: 1 } }]

/**
 * Follows the databases through change streams, which resume by themselves after a failover.
 * @throws MongoServerError where there are none: on a standalone server
 */
export async function followChanges(client: MongoClient, databases: string[]): Promise<ChangedDocuments> {
  let noted: DocumentIds = new Map()
  const followed = await Promise.all(
    databases.map((name) =>
      follow(
        client.db(name).watch(KEYS_ONLY, { maxAwaitTimeMS: AWAIT_MS, promoteValues: false }),
        (collection, id) => addId(noted, collection, id),
      ),
    ),
  )
  return {
    catchUp: async () => void (await Promise.all(followed.map(({ catchUp }) => catchUp()))),
    take() {
      const taken = noted
      noted = new Map()
      return taken
    },
    close: async () => void (await Promise.all(followed.map(({ close }) => close()))),
  }
}

function addId(ids: DocumentIds, collection: string, id: unknown): void {
  const known = ids.get(collection) ?? new Map<string, unknown>()
  ids.set(collection, known.set(idKeyOf(id), id))
}

/** All ids of several lists. */
export function mergeIds(lists: DocumentIds[]): DocumentIds {
  const merged: DocumentIds = new Map()
  for (const list of lists)
    for (const [collection, ids] of list)
      merged.set(collection, new Map([...(merged.get(collection) ?? []), ...ids]))
  return merged
}

async function follow(stream: ChangeStream<Document>, note: (collection: string, id: unknown) => void) {
  // The stream begins with its first request.
  noteEvent(await stream.tryNext(), note)
  let isClosing = false
  let failure: unknown
  const waiting: { seenEmpty: () => void; fail: (error: unknown) => void }[] = []
  const poll = async () => {
    while (!isClosing) {
      // Those who come after this request was sent wait for the next empty reply.
      const count = waiting.length
      const event = await stream.tryNext()
      noteEvent(event, note)
      if (!event) for (const { seenEmpty } of waiting.splice(0, count)) seenEmpty()
    }
  }
  const polling = poll().catch((error: unknown) => {
    failure = error
    for (const one of waiting) one.fail(error)
  })
  return {
    catchUp: () =>
      new Promise<void>((resolve, reject) => {
        if (failure) reject(failure)
        else waiting.push({ seenEmpty: resolve, fail: reject })
      }),
    async close() {
      isClosing = true
      await polling
      await stream.close()
    },
  }
}

function noteEvent(
  event: ChangeStreamDocument<Document> | null,
  note: (collection: string, id: unknown) => void,
): void {
  if (!event) return
  if ('documentKey' in event && 'ns' in event && 'coll' in event.ns)
    return note(`${event.ns.db}/${event.ns.coll}`, event.documentKey._id)
  if (['drop', 'rename', 'dropDatabase', 'invalidate'].includes(event.operationType))
    throw new OperationFailure('A collection was dropped or renamed while it was read: run the backup again.')
}
