import { type KeyboardEvent, type MouseEvent } from 'react'
import { type MapProvider, type Point } from './map-provider'

/** A pointer that moved further than this has dragged the map. */
const CLICK_PIXELS = 4

let pressedAt = { x: 0, y: 0 }

/** Picks a place of a map: a click does, and Enter picks its middle. */
export const placePicker = (provider: MapProvider | undefined, onPick?: (point: Point) => void) => ({
  onMouseDown({ clientX: x, clientY: y }: MouseEvent): void {
    pressedAt = { x, y }
  },

  onMouseUp({ clientX, clientY, currentTarget }: MouseEvent): void {
    const moved = Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y)
    if (!provider || !onPick || moved > CLICK_PIXELS) return
    const { left, top } = currentTarget.getBoundingClientRect()
    onPick(provider.locate(clientX - left, clientY - top))
  },

  /** Whether the key picked. */
  pickWithKey({ key, currentTarget }: KeyboardEvent): boolean {
    if (key !== 'Enter' || !provider || !onPick) return false
    const { width, height } = currentTarget.getBoundingClientRect()
    onPick(provider.locate(width / 2, height / 2))
    return true
  },
})
