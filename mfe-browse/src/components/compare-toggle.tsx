import './compare-toggle.css'
import { type compareToggleSlot, isolated, MAX_COMPARED, type SlotPropsOf } from '@offquad/contracts'
import { Icon, IconButton, OutlineButton, showToast } from '@offquad/ui'
import { togglePlace, useChosenPlaces } from './chosen-places'

interface CompareToggleProps extends SlotPropsOf<typeof compareToggleSlot> {
  /** A button with a label, for places other than a picture's corner. */
  isWide?: boolean
}

/** Chooses an apartment for a comparison, or removes it. */
export function CompareToggle({ id, name, isWide = false }: CompareToggleProps) {
  const isChosen = useChosenPlaces().includes(id)
  function toggle(): void {
    if (togglePlace(id)) return
    showToast('info', `You can compare ${MAX_COMPARED} places. Remove one to add ${isolated(name)}.`)
  }
  const label = `Compare: ${isolated(name)}`
  const icon = isChosen ? CHECK : COLUMNS
  if (!isWide)
    return (
      <IconButton
        className="browse-choose offquad-round-button offquad-on-picture"
        title="Compare"
        label={label}
        icon={icon}
        aria-pressed={isChosen}
        onClick={toggle}
      />
    )
  return (
    <OutlineButton aria-pressed={isChosen} aria-label={label} onClick={toggle}>
      <Icon path={icon} /> <span>Compare</span>
    </OutlineButton>
  )
}

const CHECK = 'm5 12.5 5 5 9-11'
/** Two rectangles side by side. */
export const COLUMNS = 'M4 5h6v14H4zM14 5h6v14h-6z'
