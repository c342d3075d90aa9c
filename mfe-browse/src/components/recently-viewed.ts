import { getListings, type Listing } from '@offquad/contracts'
import { apiQuery, conforms } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Type } from 'typebox'

const STORAGE_KEY = 'offquad/recently-viewed'
const MOST = 12
const NONE: readonly string[] = []

const Stored = Type.Array(Type.String({ minLength: 1, maxLength: 64 }))

/** Ids of apartments, newest first; only in this browser, shared by its tabs. */
let viewed: readonly string[] = NONE
/** The stored text that `viewed` was parsed from; undefined before the first read. */
let readFrom: string | null | undefined
const listeners = new Set<() => void>()

function read(): readonly string[] {
  let text: string | null
  try {
    text = localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage is blocked: they are known as long as the page is open.
    return viewed
  }
  if (text !== readFrom) {
    readFrom = text
    viewed = parse(text)
  }
  return viewed
}

function parse(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return conforms(Stored, stored) ? stored.slice(0, MOST) : NONE
  } catch {
    return NONE
  }
}

function replace(next: readonly string[]): void {
  viewed = next
  try {
    if (next.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    else localStorage.removeItem(STORAGE_KEY)
    readFrom = localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage is full or blocked: they are known as long as the page is open.
  }
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  // Fires when other tabs change it.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** Clears the list. */
export const clearRecentlyViewed = (): void => replace(NONE)

/** Adds an apartment once its page shows it. */
export function useRememberViewed(id: string): void {
  useEffect(() => replace([id, ...read().filter((other) => other !== id)].slice(0, MOST)), [id])
}

/** The ids of recently viewed apartments, newest first; none on the server and during hydration. */
const useViewedIds = (): readonly string[] => useSyncExternalStore(subscribe, read, () => NONE)

interface RecentlyViewed {
  /** How many ids there are; some apartments may have been deleted. */
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
    const found = new Set(data?.map(({ buildingData }) => buildingData.id))
    // Only ids that this response was requested for: other tabs may have added some since.
    if (data && ids.some((id) => !found.has(id)))
      replace(read().filter((id) => found.has(id) || !ids.includes(id)))
  }, [data, ids, isPlaceholderData])
  return { count: isError ? 0 : ids.length, listings: ids.length > 0 ? data : undefined }
}
