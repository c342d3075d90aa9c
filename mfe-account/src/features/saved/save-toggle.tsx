import './saved.css'
import { type saveToggleSlot, type SlotPropsOf } from '@offquad/contracts'
import { paths } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { useSaved } from './use-saved'

interface SaveToggleProps extends SlotPropsOf<typeof saveToggleSlot> {
  /** Nobody needs to be asked whether it is. */
  isKnownSaved?: boolean
}

/** 'Save' or 'Saved', for an apartment or a landlord. */
export function SaveToggle({ kind, id, name, isKnownSaved = false }: SaveToggleProps) {
  const { isSaved, toggle } = useSaved({
    ...{ kind, id, isKnownSaved },
    savedMessage: (
      <>
        You have bookmarked {name}. View your bookmarks <Link to={paths.bookmarks()}>here</Link>
      </>
    ),
    removedMessage: (undo) => (
      <>
        {name} is not among your bookmarks any more.{' '}
        <button type="button" className="account-undo" onClick={undo}>
          Undo
        </button>
      </>
    ),
  })
  return (
    <button
      type="button"
      className="account-save"
      aria-pressed={isSaved}
      aria-label={`${isSaved ? 'Saved' : 'Save'}: ${name}`}
      onClick={() => void toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3h12v18l-6-5-6 5z" />
      </svg>
      {isSaved ? 'Saved' : 'Save'}
    </button>
  )
}
