import { paths } from '@offquad/web-kit'
import { useSearchParams } from 'react-router-dom'

type SearchLocation = Parameters<typeof paths.search>[0]

/** Whether the URL of a search opens its map; a wide window shows it in any case. */
export const useIsMapShown = (): boolean => useSearchParams()[0].get('view') === 'map'

/** The path of a search from the page of another search: an open map stays open. */
export function useSearchPath(): (search: SearchLocation) => string {
  const isMapShown = useIsMapShown()
  return (search) => searchPath(search, isMapShown)
}

export function searchPath(search: SearchLocation, isMapShown: boolean): string {
  const path = paths.search(search)
  return isMapShown ? `${path}${path.includes('?') ? '&' : '?'}view=map` : path
}
