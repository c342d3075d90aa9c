import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Position } from './map-labels'
import { type Point } from './map-provider'
import { type DrawnMap } from './use-map'

interface MapMarkerProps {
  point: Point
  map: Pick<DrawnMap, 'place' | 'project' | 'locate'>
  onMove: (point: Point) => void
}

/** The distance that an arrow key moves it, without and with Shift. */
const STEP_PIXELS = 10
const FINE_STEP_PIXELS = 1

export const ARROWS: Record<string, Position> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A pin that can be dragged, or moved with the arrow keys. */
export function MapMarker({ point, map, onMove }: MapMarkerProps) {
  const [drag, setDrag] = useState<{ from: Position; to: Position }>()
  const { x, y } = map.place(point)
  const shift = drag ? { x: drag.to.x - drag.from.x, y: drag.to.y - drag.from.y } : { x: 0, y: 0 }

  function moveBy(pixels: Position): void {
    if (pixels.x === 0 && pixels.y === 0) return
    const onMap = map.project(point)
    onMove(map.locate(onMap.x + pixels.x, onMap.y + pixels.y))
  }

  function moveByKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') return setDrag(undefined)
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    const step = event.shiftKey ? FINE_STEP_PIXELS : STEP_PIXELS
    moveBy({ x: arrow.x * step, y: arrow.y * step })
  }

  return (
    <button
      type="button"
      className="offquad-map-pin offquad-map-marker"
      style={{ left: x + shift.x, top: y + shift.y }}
      aria-label="Pin: drag it or move it with the arrow keys"
      onKeyDown={moveByKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        capture(event)
        setDrag({ from: pixelsOf(event), to: pixelsOf(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pixelsOf(event) })}
      onPointerUp={() => {
        setDrag(undefined)
        moveBy(shift)
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      <PinShape />
    </button>
  )
}

export const PinShape = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 23C7.6 17.4 4 13.6 4 9.5a8 8 0 0 1 16 0c0 4.1-3.6 7.9-8 13.5z" />
    <circle cx="12" cy="9.5" r="3.2" />
  </svg>
)

const pixelsOf = ({ clientX: x, clientY: y }: PointerEvent): Position => ({ x, y })

// A fast pointer leaves the pin before it follows.
function capture({ currentTarget, pointerId }: PointerEvent): void {
  if ('setPointerCapture' in currentTarget) currentTarget.setPointerCapture(pointerId)
}
