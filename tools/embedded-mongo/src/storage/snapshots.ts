import { Timestamp } from 'bson'
import { CommandError } from '../errors'
import { type Collection, createCollection } from './collection'
import type { Store } from './store'

interface Snapshot {
  time: Timestamp
  takenAt: number
  collections: Map<string, Collection>
}

/** MongoDB's minSnapshotHistoryWindowInSeconds. */
export const SNAPSHOT_HISTORY_MS = 300_000
const MAX_SNAPSHOTS = 8

/** The data as it was when a session of snapshot reads began. */
export class Snapshots {
  private readonly snapshots = new Map<string, Snapshot>()
  private last = Timestamp.fromBits(0, 0)

  constructor(private readonly historyMs: number) {}

  /** The time of an event: later than any before, as in a replica set's log. */
  tick(): Timestamp {
    const seconds = Math.floor(Date.now() / 1000)
    const { t, i } = this.last
    this.last = new Timestamp(seconds > t ? { t: seconds, i: 1 } : { t, i: i + 1 })
    return this.last
  }

  /** The data as it is now, to be read at this time later on. Documents are never changed in place. */
  take(store: Store): Snapshot {
    const collections = new Map(
      [...store.collections].map(([namespace, { records, lastOrder }]) => [
        namespace,
        {
          ...createCollection(namespace),
          // Updates change what is in a place.
          records: new Map([...records].map(([id, record]) => [id, { ...record }])),
          lastOrder,
        },
      ]),
    )
    const snapshot = { time: this.tick(), takenAt: Date.now(), collections }
    this.snapshots.set(snapshot.time.toString(), snapshot)
    const [oldest] = this.snapshots.keys()
    if (this.snapshots.size > MAX_SNAPSHOTS && oldest) this.snapshots.delete(oldest)
    return snapshot
  }

  /** Throws `SnapshotTooOld` when it is not kept any more. */
  at(time: Timestamp): Snapshot {
    this.removeOld(Date.now())
    const snapshot = this.snapshots.get(time.toString())
    if (snapshot) return snapshot
    throw new CommandError(
      'SnapshotTooOld',
      `Read timestamp ${time.toString()} is older than the oldest available timestamp`,
    )
  }

  removeOld(now: number): void {
    for (const [key, { takenAt }] of this.snapshots)
      if (now - takenAt > this.historyMs) this.snapshots.delete(key)
  }
}
