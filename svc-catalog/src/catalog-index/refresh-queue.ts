import { type ChangedIds } from '../entities'

interface Batch {
  apartmentIds: Set<string>
  landlordIds: Set<string>
  done: Promise<void>
}

/**
 * Refreshes one batch of ids at a time, so that an older read never overwrites a newer one. Ids that arrive while a
 * batch is being read wait together in the next one.
 */
export function createRefreshQueue(read: (ids: ChangedIds) => Promise<void>) {
  let running: Promise<void> = Promise.resolve()
  let waiting: Batch | undefined

  function open(): Batch {
    const batch: Batch = { apartmentIds: new Set(), landlordIds: new Set(), done: Promise.resolve() }
    batch.done = running.then(() => {
      waiting = undefined
      return read({ apartmentIds: [...batch.apartmentIds], landlordIds: [...batch.landlordIds] })
    })
    running = batch.done.catch(() => undefined)
    return batch
  }

  return {
    /** Resolves when a read that began after this call is in memory. */
    refresh({ apartmentIds, landlordIds }: ChangedIds): Promise<void> {
      if (apartmentIds.length + landlordIds.length === 0) return Promise.resolve()
      waiting ??= open()
      for (const id of apartmentIds) waiting.apartmentIds.add(id)
      for (const id of landlordIds) waiting.landlordIds.add(id)
      return waiting.done
    },
  }
}
