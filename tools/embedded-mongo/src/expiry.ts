import type { ServerState } from './commands/command'
import { ChangeSet } from './storage/change-set'
import type { Collection } from './storage/collection'
import type { CollectionIndex } from './storage/collection-index'
import { indexedValues } from './values/document-path'
import type { Document } from './values/value'

const sweepIntervalMs = 1000
// As the TTL monitor of MongoDB does by default (ttlMonitorSleepSecs).
const sweepIntervalLikeProductionMs = 60_000

/** A document expires by the earliest date in the indexed field, and never when there is none. */
function isExpired(index: CollectionIndex, document: Document, now: number): boolean {
  const seconds = index.specification.expireAfterSeconds
  const [path] = index.paths
  if (seconds === undefined || !path || !index.includes(document)) return false
  const dates = indexedValues(document, path).filter((value) => value instanceof Date)
  return dates.some((date) => date.getTime() + seconds * 1000 <= now)
}

function removeExpired(collection: Collection, changes: ChangeSet, now: number): void {
  for (const index of collection.indexes.values()) {
    if (index.specification.expireAfterSeconds === undefined) continue
    const expired = [...collection.documents.values()].filter((document) => isExpired(index, document, now))
    for (const document of expired) changes.remove(collection, document)
  }
}

/**
 * Removes what its TTL index says is over and closes idle cursors until stopped: about once a second, or once a minute
 * like production.
 */
export function startExpiry(state: ServerState): { stop: () => void } {
  const { store, cursors, changeStreams, snapshots, likeProduction } = state
  const sweep = () => {
    const now = Date.now()
    const changes = new ChangeSet(store)
    for (const collection of store.collections.values()) removeExpired(collection, changes, now)
    cursors.closeIdle(now)
    changeStreams.closeIdle(now)
    snapshots.removeOld(now)
    changeStreams.publish(changes.documentChanges, () => snapshots.tick())
    // When the journal cannot be written the documents stay, and the next sweep tries again.
    changes.commit().catch(() => undefined)
  }
  const timer = setInterval(sweep, likeProduction ? sweepIntervalLikeProductionMs : sweepIntervalMs).unref()
  return { stop: () => clearInterval(timer) }
}
