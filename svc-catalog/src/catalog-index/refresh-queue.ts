import { coalesce } from '@offquad/service-kit'
import { type ChangedIds } from '../catalog/entities'

/**
 * Refreshes one batch of ids at a time, so that an older read never overwrites a newer one. Ids that arrive while a
 * batch is being read wait together for the next one.
 */
export function createRefreshQueue(read: (ids: ChangedIds) => Promise<void>) {
  let apartmentIds = new Set<string>()
  let landlordIds = new Set<string>()

  const readPending = coalesce(() => {
    const batch = { apartmentIds: [...apartmentIds], landlordIds: [...landlordIds] }
    apartmentIds = new Set()
    landlordIds = new Set()
    return read(batch)
  })

  return {
    /** Resolves when a read that began after this call is in memory. */
    async refresh(ids: ChangedIds): Promise<void> {
      if (ids.apartmentIds.length + ids.landlordIds.length === 0) return
      for (const id of ids.apartmentIds) apartmentIds.add(id)
      for (const id of ids.landlordIds) landlordIds.add(id)
      await readPending()
    },
  }
}
