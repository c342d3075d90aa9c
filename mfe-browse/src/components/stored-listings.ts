import { getListings } from '@offquad/contracts'
import { apiQuery } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * The listings of apartments whose ids this browser stores.
 * @param forget removes the ids of deleted apartments; other tabs may have stored more since
 */
export function useStoredListings(
  ids: readonly string[],
  isNeeded: boolean,
  forget: (deleted: readonly string[]) => void,
) {
  const query = useQuery({
    ...apiQuery(getListings, { params: { ids: ids.join(',') } }),
    enabled: isNeeded && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const deleted = ids.filter((id) => !data.some(({ buildingData }) => buildingData.id === id))
    if (deleted.length > 0) forget(deleted)
  }, [data, ids, isPlaceholderData, forget])
  return query
}
