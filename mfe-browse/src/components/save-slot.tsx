import './components.css'
import { Slot } from '@offquad/web-kit'

interface SaveSlotProps {
  kind: 'apartment' | 'landlord'
  id: string
  name: string
}

/** Saving a place, which mfe-account does; the button's room is there before it is. */
export function SaveSlot(props: SaveSlotProps) {
  return (
    <div className="browse-save">
      <Slot remote="account" name="save-toggle" label="Saving" props={{ ...props }} isExtra />
    </div>
  )
}
