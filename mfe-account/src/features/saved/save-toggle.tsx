import './saved.css'
import { paths, type SlotProps } from '@offquad/web-kit'
import { Link } from 'react-router-dom'
import { useSaved } from './use-saved'

/** 'Save' or 'Saved', for an apartment or a landlord: `kind`, `id`, `name`; `isKnownSaved` where it is known already. */
export function SaveToggle({ kind, id, name, isKnownSaved }: SlotProps) {
  const { isSaved, toggle } = useSaved({
    kind: kind === 'landlord' ? 'landlord' : 'apartment',
    id: String(id),
    isKnownSaved: isKnownSaved === true,
    savedMessage: (
      <>
        You have bookmarked {String(name)}. View your bookmarks <Link to={paths.bookmarks()}>here</Link>
      </>
    ),
    removedMessage: (undo) => (
      <>
        {String(name)} is not among your bookmarks any more.{' '}
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
      aria-label={`${isSaved ? 'Saved' : 'Save'}: ${String(name)}`}
      onClick={() => void toggle()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3h12v18l-6-5-6 5z" />
      </svg>
      {isSaved ? 'Saved' : 'Save'}
    </button>
  )
}
