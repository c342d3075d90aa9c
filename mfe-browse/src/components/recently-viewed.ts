import { getListings, type Listing } from '@offquad/contracts'
import { apiQuery, storedValue, useStoredValue } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Type } from 'typebox'

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
  const { data, isError, isPlaceholderData } = useQuery({
    ...apiQuery(getListings, { params: { ids: ids.join(',') } }),
    enabled: isNeeded && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (isPlaceholderData) return
    const listed = new Set(data?.map(({ buildingData }) => buildingData.id))
    // Removes only ids of this request: other tabs may have added some since.
    if (data && ids.some((id) => !listed.has(id)))
      replace(read().filter((id) => listed.has(id) || !ids.includes(id)))
  }, [data, ids, isPlaceholderData])
  return { count: isError ? 0 : ids.length, listings: ids.length > 0 ? data : undefined }
}
