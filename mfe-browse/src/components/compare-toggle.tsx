import './compare-toggle.css'
import { type compareToggleSlot, isolated, MAX_COMPARED, type SlotPropsOf } from '@offquad/contracts'
import { OutlineButton, showToast } from '@offquad/ui'
import { togglePlace, useChosenPlaces } from './chosen-places'

interface CompareToggleProps extends SlotPropsOf<typeof compareToggleSlot> {
  /** A button with its word, where it lies on no picture. */
  isWide?: boolean
}

/** Chooses an apartment for a comparison, or no longer. */
export function CompareToggle({ id, name, isWide = false }: CompareToggleProps) {
  const isChosen = useChosenPlaces().includes(id)
  function toggle(): void {
    if (togglePlace(id)) return
    showToast('info', `You can compare ${MAX_COMPARED} places. Remove one below to add ${isolated(name)}.`)
  }
  const shown = { 'aria-pressed': isChosen, 'aria-label': `Compare: ${isolated(name)}`, onClick: toggle }
  if (isWide)
    return (
      <OutlineButton {...shown}>
        <Icon isChosen={isChosen} /> <span>Compare</span>
      </OutlineButton>
    )
  return (
    <button
      type="button"
      className="browse-choose offquad-round-button offquad-on-picture"
      title="Compare"
      {...shown}
    >
      <Icon isChosen={isChosen} />
    </button>
  )
}

/** Two columns side by side; a check mark once it is chosen. */
const Icon = ({ isChosen }: { isChosen: boolean }) => (
  <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={isChosen ? 'm5 12.5 5 5 9-11' : 'M4 5h6v14H4zM14 5h6v14h-6z'} />
  </svg>
)
