import { countListings } from '@offquad/contracts'
import { apiQuery, countText, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { filterQuery, isSet, readTerms, type Search } from './search'

const DEBOUNCE_MS = 150

/** What the button of an open filter does: shows so many apartments, or only closes where nothing is chosen. */
export function ShowResults({ search }: { search: Search }) {
  const query = useDebounced(JSON.stringify(filterQuery(readTerms(search))), DEBOUNCE_MS)
  const { data } = useQuery({
    ...apiQuery(countListings, { query: JSON.parse(query) }),
    // Of nothing chosen there is nothing to show, and the debounced query is that of a moment ago.
    enabled: query !== '{}',
    placeholderData: keepPreviousData,
  })
  if (!isSet(search)) return 'Done'
  if (!data) return 'Show apartments'
  return data.count === 0 ? 'No apartments match' : `Show ${countText(data.count, 'apartment') ?? ''}`
}
