import { type Listing } from '@offquad/contracts'
import { storedValue, useStoredValue } from '@offquad/web-kit'
import { useEffect } from 'react'
import { Type } from 'typebox'
import { useStoredListings } from './stored-listings'

const MOST = 12
const NONE: readonly string[] = []

/** Ids of apartments, newest first; stored in this browser only and shared by its tabs. */
const viewed = storedValue(
  'offquad/recently-viewed',
  Type.Array(Type.String({ minLength: 1, maxLength: 64 })),
)

const read = (): readonly string[] => viewed.get() ?? NONE

const replace = (next: readonly string[]): void =>
  viewed.set(next.length > 0 ? next.slice(0, MOST) : undefined)

/** Clears the list. */
export const clearRecentlyViewed = (): void => replace(NONE)

const forget = (deleted: readonly string[]): void => replace(read().filter((id) => !deleted.includes(id)))

/** Adds an apartment once its page shows it. */
export function useRememberViewed(id: string): void {
  useEffect(() => replace([id, ...read().filter((viewedId) => viewedId !== id)]), [id])
}

/** The ids of recently viewed apartments, newest first; none on the server and during hydration. */
const useViewedIds = (): readonly string[] => useStoredValue(viewed) ?? NONE

interface RecentlyViewed {
  /** The number of ids; some apartments may have been deleted. */
  count: number
  /** Newest first; undefined while they load. Deleted apartments are left out. */
  listings: Listing[] | undefined
}

/** @param isNeeded false: load nothing yet */
export function useRecentlyViewed(isNeeded = true): RecentlyViewed {
  const ids = useViewedIds()
  const { data, isError } = useStoredListings(ids, isNeeded, forget)
  return { count: isError ? 0 : ids.length, listings: ids.length > 0 ? data : undefined }
}
