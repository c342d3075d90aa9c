import './search.css'
import { type SearchResult } from '@offquad/contracts'
import { paths } from '@offquad/web-kit'
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { Link, useNavigate } from 'react-router-dom'
import { TEXT_LENGTH } from './search'
import { useSuggestions } from './use-suggestions'

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  /** Enter, with no suggestion chosen. */
  onSubmit: () => void
}

/** The text of a search, with apartments and landlords suggested while it is typed. */
export function SearchInput({ value, onChange, onSubmit }: SearchInputProps) {
  const navigate = useNavigate()
  const { suggestions, state } = useSuggestions(value)
  const combobox = useCombobox<SearchResult>({
    items: suggestions,
    itemToString: (item) => item?.name ?? '',
    inputValue: value,
    // A suggestion is a place to go to, not a value to keep.
    selectedItem: null,
    stateReducer: keepWhatWasTyped,
    onSelectedItemChange: ({ selectedItem, type }) => {
      // A click follows the link by itself, in a new tab if that is what was asked.
      if (type === useCombobox.stateChangeTypes.InputKeyDownEnter && selectedItem)
        void navigate(pathOfResult(selectedItem))
    },
  })
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = combobox
  const isShown = isOpen && state !== 'idle'
  return (
    <div className="browse-search-text">
      <label {...getLabelProps()} className="browse-search-label">
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
              key={`${item.label} ${item.id}`}
              {...getItemProps({ item, index })}
              to={pathOfResult(item)}
              tabIndex={-1}
              className={`browse-suggestion${index === highlightedIndex ? ' browse-highlighted' : ''}`}
            >
              <SuggestionIcon label={item.label} />
              <span>
                <strong>{item.name}</strong>
                <small>{item.label === 'LANDLORD' ? 'Landlord' : item.address}</small>
              </span>
            </Link>
          ))}
      </div>
      {isShown && suggestions.length === 0 && <p className="browse-suggestions">{MESSAGES[state]}</p>}
      <span role="status" className="browse-search-label">
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
  if (state !== 'known' || count === 0) return MESSAGES[state]
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, arrow keys to choose`
}

const pathOfResult = ({ label, id }: SearchResult) =>
  label === 'LANDLORD' ? paths.landlord(id) : paths.apartment(id)

/** Choosing and Escape leave the text as it was typed. */
function keepWhatWasTyped(
  state: UseComboboxState<SearchResult>,
  { changes }: UseComboboxStateChangeOptions<SearchResult>,
): Partial<UseComboboxState<SearchResult>> {
  return { ...changes, inputValue: state.inputValue }
}

function SuggestionIcon({ label }: Pick<SearchResult, 'label'>) {
  const path =
    label === 'LANDLORD'
      ? 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c0-4 3.6-6 8-6s8 2 8 6'
      : 'M4 20V10l8-6 8 6v10h-5v-6H9v6z'
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round" />
    </svg>
  )
}
