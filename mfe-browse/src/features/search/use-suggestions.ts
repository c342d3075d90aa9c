import { getSearchSuggestions, type SearchResult } from '@offquad/contracts'
import { apiQuery, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** People who type fast pause about this long between words, not between letters. */
const DEBOUNCE_MS = 150

interface Suggestions {
  suggestions: SearchResult[]
  state: 'idle' | 'loading' | 'failed' | 'known'
}

/**
 * Apartments and landlords for what is typed. While the next answer is on its way the last one stays; an answer to
 * anything but the newest text is never shown in its place.
 */
export function useSuggestions(typed: string): Suggestions {
  const text = typed.trim()
  const q = useDebounced(text, DEBOUNCE_MS)
  const {
    data = [],
    isError,
    isSuccess,
  } = useQuery({
    ...apiQuery(getSearchSuggestions, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  if (text === '' || q === '') return { suggestions: [], state: 'idle' }
  if (isError) return { suggestions: [], state: 'failed' }
  return { suggestions: data, state: isSuccess ? 'known' : 'loading' }
}
