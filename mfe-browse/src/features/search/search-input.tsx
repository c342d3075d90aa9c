import './search.css'
import { type SearchFilters } from '@offquad/contracts'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { Link, useNavigate } from 'react-router-dom'
import { TEXT_LENGTH } from './search'
import { type Suggestion, useSuggestions } from './use-suggestions'

interface SearchInputProps {
  value: string
  /** Suggested searches keep these. */
  filters: SearchFilters
  onChange: (value: string) => void
  /** Enter, with no suggestion chosen. */
  onSubmit: () => void
}

/** The text of a search, with searches, areas, apartments and landlords suggested while it is typed. */
export function SearchInput({ value, filters, onChange, onSubmit }: SearchInputProps) {
  const navigate = useNavigate()
  const { suggestions, state } = useSuggestions(value, filters)
  const combobox = useCombobox<Suggestion>({
    items: suggestions,
    itemToString: (item) => item?.name ?? '',
    inputValue: value,
    // A suggestion is a place to go to, not a value to keep.
    selectedItem: null,
    stateReducer: keepWhatWasTyped,
    onSelectedItemChange: ({ selectedItem, type }) => {
      // A click follows the link by itself, in a new tab if that is what was asked.
      if (type === useCombobox.stateChangeTypes.InputKeyDownEnter && selectedItem)
        void navigate(selectedItem.path)
    },
  })
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = combobox
  const isShown = isOpen && state !== 'idle'
  return (
    <div className="browse-search-text">
      <label {...getLabelProps()} className="offquad-visually-hidden">
        Search by name, address or landlord
      </label>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" strokeWidth="2.4" />
        <path d="m15.5 15.5 5 5" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      </svg>
      <input
        {...getInputProps({
          // In the event itself: downshift tells of a letter an effect later, which would move the caret.
          onChange: (event) => onChange((event.target as HTMLInputElement).value),
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || highlightedIndex >= 0) return
            event.preventDefault()
            combobox.closeMenu()
            onSubmit()
          },
        })}
        type="text"
        placeholder="Name, address or landlord"
        maxLength={TEXT_LENGTH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <div {...getMenuProps()} className="browse-suggestions" hidden={!isShown}>
        {isShown &&
          suggestions.map((item, index) => (
            <Link
              key={item.path}
              {...getItemProps({ item, index })}
              to={item.path}
              tabIndex={-1}
              className={`browse-suggestion${index === highlightedIndex ? ' browse-highlighted' : ''}`}
            >
              <SuggestionIcon kind={item.kind} />
              <span>
                <strong title={item.name}>{item.name}</strong>
                <small>{item.detail}</small>
              </span>
            </Link>
          ))}
      </div>
      {isShown && suggestions.length === 0 && <p className="browse-suggestions">{MESSAGES[state]}</p>}
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
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, arrow keys to choose`
}

/** Choosing and Escape leave the text as it was typed. */
function keepWhatWasTyped(
  state: UseComboboxState<Suggestion>,
  { changes }: UseComboboxStateChangeOptions<Suggestion>,
): Partial<UseComboboxState<Suggestion>> {
  return { ...changes, inputValue: state.inputValue }
}

const ICONS: Record<Suggestion['kind'], string> = {
  apartment: 'M4 20V10l8-6 8 6v10h-5v-6H9v6z',
  landlord: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c0-4 3.6-6 8-6s8 2 8 6',
  area: 'M12 21c-4-5-7-8.2-7-11.6a7 7 0 0 1 14 0C19 12.8 16 16 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5',
}

function SuggestionIcon({ kind }: Pick<Suggestion, 'kind'>) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[kind]} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
    </svg>
  )
}
