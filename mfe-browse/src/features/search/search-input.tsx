import './search.css'
import {
  campusPlaces,
  getSearchSuggestions,
  type SearchFilters,
  type SearchResult,
  type University,
} from '@offquad/contracts'
import { parseSearch } from '@offquad/search-terms'
import { apiQuery, countText, paths, university, useDebounced } from '@offquad/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useRecentlyViewed } from '../../components/recently-viewed'
import { isNamePrefix } from './name-prefix'
import { recentSearches } from './recent-searches'
import { isSet, MAX_TEXT_LENGTH, menuOrderOf, readTerms, type Search, SEARCH_ORDERS, wordsOf } from './search'

interface SearchInputProps {
  value: string
  /** Shown above the field if there are other fields beside it. */
  title?: string
  /** Kept by suggested searches. */
  filters: SearchFilters
  onChange: (value: string) => void
  /** Called on Enter when no suggestion is highlighted. */
  onSubmit: () => void
}

/** The text field of the search, which suggests searches, areas, apartments and landlords. */
export function SearchInput({ value, title, filters, onChange, onSubmit }: SearchInputProps) {
  const navigate = useNavigate()
  const [isEntered, setIsEntered] = useState(false)
  const typed = useSuggestions(value, filters)
  const beforeTyping = useFirstSuggestions(isEntered && value.trim() === '')
  const { suggestions, state } = beforeTyping ?? typed
  const combobox = useCombobox<Suggestion>({
    items: suggestions,
    itemToString: (item) => item?.name ?? '',
    inputValue: value,
    // A suggestion navigates; it is never the value of the field.
    selectedItem: null,
    stateReducer: keepTypedText,
    onSelectedItemChange: ({ selectedItem, type }) => {
      // On a click the browser follows the link, in a new tab if the user chooses so.
      if (type === useCombobox.stateChangeTypes.InputKeyDownEnter && selectedItem)
        void navigate(selectedItem.path)
    },
  })
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = combobox
  const isShown = isOpen && state !== 'idle'
  return (
    <div className="browse-search-text">
      <label {...getLabelProps()}>
        <span className="offquad-visually-hidden">Search by name, address or landlord</span>
        {title && <small> {title}</small>}
      </label>
      <input
        {...getInputProps({
          onFocus: () => setIsEntered(true),
          // During the event: downshift reports the change one effect later, which would move the caret.
          onChange: (event) => onChange((event.target as HTMLInputElement).value),
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || highlightedIndex >= 0) return
            event.preventDefault()
            combobox.closeMenu()
            onSubmit()
          },
        })}
        className="offquad-bare-input"
        type="text"
        name="q"
        placeholder="Name, address or landlord"
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <div {...getMenuProps()} className="browse-suggestions offquad-float" hidden={!isShown}>
        {isShown &&
          suggestions.map((item, index) => (
            <Link
              key={item.path}
              {...getItemProps({ item, index })}
              to={item.path}
              tabIndex={-1}
              className={`browse-suggestion offquad-plain-link${index === highlightedIndex ? ' browse-highlighted' : ''}`}
            >
              <SuggestionIcon kind={item.kind} />
              <span>
                <strong className="offquad-cut" title={item.name} dir="auto">
                  {item.name}
                </strong>
                <small className="offquad-note offquad-cut" dir="auto">
                  {item.detail}
                </small>
              </span>
            </Link>
          ))}
      </div>
      {isShown && suggestions.length === 0 && (
        <p className="browse-suggestions offquad-float">{MESSAGES[state]}</p>
      )}
      <span role="status" className="offquad-visually-hidden">
        {isShown ? statusText(state, suggestions.length) : ''}
      </span>
    </div>
  )
}

const MESSAGES = {
  idle: '',
  loading: 'Searching …',
  failed: 'Suggestions cannot be loaded right now. Press Enter to search all the same.',
  known: 'No search results.',
}

function statusText(state: keyof typeof MESSAGES, count: number): string {
  if (count === 0) return MESSAGES[state]
  return `${countText(count, 'suggestion')}, arrow keys to choose`
}

/** Choosing a suggestion or pressing Escape leaves the typed text unchanged. */
function keepTypedText(
  state: UseComboboxState<Suggestion>,
  { changes }: UseComboboxStateChangeOptions<Suggestion>,
): Partial<UseComboboxState<Suggestion>> {
  return { ...changes, inputValue: state.inputValue }
}

const ICONS: Record<Suggestion['kind'], string> = {
  apartment: 'M4 20V10l8-6 8 6v10h-5v-6H9v6z',
  landlord: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c0-4 3.6-6 8-6s8 2 8 6',
  area: 'M12 21c-4-5-7-8.2-7-11.6a7 7 0 0 1 14 0C19 12.8 16 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  viewed: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5',
}

function SuggestionIcon({ kind }: Pick<Suggestion, 'kind'>) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[kind]} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
    </svg>
  )
}

/** Fast typists pause about this long between words, not between letters. */
const DEBOUNCE_MS = 150

interface Suggestion {
  kind: 'apartment' | 'landlord' | 'area' | 'search' | 'viewed'
  name: string
  detail: string
  path: string
}

interface Suggestions {
  suggestions: Suggestion[]
  state: 'idle' | 'loading' | 'failed' | 'known'
}

/**
 * Suggestions for the typed text: searches with the filters it describes, areas, apartments and landlords. The previous
 * ones stay until the response for the latest text arrives.
 */
function useSuggestions(typed: string, filters: SearchFilters): Suggestions {
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
  const local = [...searchesFor(text, filters), ...areasFor(text)]
  if (isError) return { suggestions: local, state: 'failed' }
  return { suggestions: [...local, ...data.map(suggestResult)], state: isSuccess ? 'known' : 'loading' }
}

const VIEWED = 3

/** Before anything is typed: the last searches, recently viewed apartments, areas, and example searches. */
function useFirstSuggestions(isNeeded: boolean): Suggestions | undefined {
  const { listings = [] } = useRecentlyViewed(isNeeded)
  if (!isNeeded) return undefined
  const viewed = listings.slice(0, VIEWED).map(({ buildingData: { id, name, address } }): Suggestion => ({
    kind: 'viewed',
    name,
    detail: address === name ? 'Recently viewed' : `Recently viewed · ${address}`,
    path: paths.apartment(id),
  }))
  const searched = recentSearches().map((search): Suggestion => ({
    ...suggestSearch(search),
    kind: 'viewed',
    detail: 'Recent search',
  }))
  const examples = ['2 bed under 1200', `studio near ${university().landmarks.hoPlaza.name}`].map(
    (q): Suggestion => ({
      kind: 'search',
      name: q,
      detail: 'An example of what you can type',
      path: paths.search(readTerms({ q, filters: {} })),
    }),
  )
  // Viewed apartments, which may still be loading, come last, so that nothing moves.
  const suggestions = [...searched, ...university().areas.map(suggestArea), ...examples, ...viewed]
  return { suggestions, state: 'known' }
}

const suggestResult = ({ label, id, name, address }: SearchResult): Suggestion =>
  label === 'LANDLORD'
    ? { kind: 'landlord', name, detail: 'Landlord', path: paths.landlord(id) }
    : { kind: 'apartment', name, detail: address === name ? 'Apartment' : address, path: paths.apartment(id) }

/**
 * The search with the filters that the text describes; if it describes none, searches near landmarks and buildings whose names
 * begin with it.
 */
function searchesFor(text: string, filters: SearchFilters): Suggestion[] {
  const parsed = parseSearch(text, university())
  // An area alone is suggested as an area.
  const isArea = parsed.text === '' && Object.keys(parsed.filters).join() === 'locations'
  if (isArea) return []
  if (isSet({ q: '', filters: parsed.filters })) return [suggestSearch(readTerms({ q: text, filters }))]
  return campusPlaces(university())
    .filter((place) => isNamePrefix(text, place))
    .map(({ name }) => suggestSearch(readTerms({ q: `near ${name}`, filters })))
}

function suggestSearch(search: Search): Suggestion {
  const words = wordsOf(search)
  const order = search.filters.initialSortBy && menuOrderOf(search)
  if (order) words.push(SEARCH_ORDERS[order].label)
  return {
    kind: 'search',
    name: words.join(' · '),
    detail: 'Show apartments',
    path: paths.search(search),
  }
}

function areasFor(text: string): Suggestion[] {
  const parsed = parseSearch(text, university())
  const named = parsed.text === '' ? (parsed.filters.locations ?? []) : []
  return university()
    .areas.filter((area) => named.includes(area.name) || isNamePrefix(text, area))
    .map(suggestArea)
}

const suggestArea = ({ id, name, shortDescription }: University['areas'][number]): Suggestion => ({
  kind: 'area',
  name,
  detail: shortDescription,
  path: paths.location(id),
})
