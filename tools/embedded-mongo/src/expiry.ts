import type { ServerState } from './commands/command'
import { ChangeSet } from './storage/change-set'
import { type Collection, documentsOf } from './storage/collection'
import type { CollectionIndex } from './storage/collection-index'
import { indexKeys } from './values/document-path'
import type { Document } from './values/value'

const sweepIntervalMs = 1000

/** A document expires by the earliest date in the indexed field, and never when there is none. */
function isExpired(index: CollectionIndex, document: Document, now: number): boolean {
  const { expireAfterSeconds = Infinity } = index.specification
  if (!index.includes(document)) return false
  return indexKeys(document, index.paths).some(
    ([date]) => date instanceof Date && date.getTime() + expireAfterSeconds * 1000 <= now,
  )
}

function removeExpired(collection: Collection, changes: ChangeSet, now: number): void {
  for (const index of collection.indexes.values()) {
    if (index.specification.expireAfterSeconds === undefined) continue
    const expired = documentsOf(collection).filter((document) => isExpired(index, document, now))
    for (const document of expired) changes.remove(collection, document)
  }
}

/** Removes what its TTL index says is over and closes idle cursors, about once a second until stopped. */
export function startExpiry({ store, cursors }: ServerState): () => void {
  const sweep = () => {
    const now = Date.now()
    const changes = new ChangeSet(store)
    for (const collection of store.collections.values()) removeExpired(collection, changes, now)
    cursors.closeIdle(now)
    // When the journal cannot be written the documents stay, and the next sweep tries again.
    changes.commit().catch(() => undefined)
  }
  const timer = setInterval(sweep, sweepIntervalMs).unref()
  return () => clearInterval(timer)
}
