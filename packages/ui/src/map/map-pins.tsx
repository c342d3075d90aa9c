import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type MapProvider, type Point } from './map-provider'

export interface MapPin extends Point {
  id: string
  /** The name of the place, which is the name of the link. */
  label: string
  href: string
  /** Enlarged and on top: pointed at here or elsewhere. */
  isActive: boolean
}

interface MapPinsProps {
  pins: MapPin[]
  project: MapProvider['project']
  onPinActive?: (id: string | undefined) => void
  onPinOpen: (id: string) => void
  renderCard?: (id: string) => ReactNode
}

/** From a pin to its card the pointer crosses the map: the card waits so long before it goes. */
const CARD_PATIENCE_MS = 200

export function MapPins({ pins, project, onPinActive, onPinOpen, renderCard }: MapPinsProps) {
  const { pointedId, point, leave } = usePointed(onPinActive)
  const pointed = pins.find(({ id }) => id === pointedId)
  const card = pointed && renderCard?.(pointed.id)

  function open(event: MouseEvent, id: string, isTouch = false): void {
    // New tabs and windows are the browser's.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // There is no hovering by touch: the first tap shows what the second opens.
    if (isTouch && renderCard && pointedId !== id) return point(id)
    onPinOpen(id)
  }

  return (
    <>
      <ul className="offquad-map-pins">
        {pins.map((pin) => (
          <li key={pin.id}>
            <Pin
              pin={pin}
              position={project(pin)}
              onPoint={() => point(pin.id)}
              onLeave={leave}
              onOpen={(event, isTouch) => open(event, pin.id, isTouch)}
            />
          </li>
        ))}
      </ul>
      {pointed && card && (
        <a
          className="offquad-map-card"
          href={pointed.href}
          tabIndex={-1}
          style={cardPosition(project(pointed))}
          onPointerEnter={() => point(pointed.id)}
          onPointerLeave={leave}
          onClick={(event) => open(event, pointed.id)}
        >
          {card}
        </a>
      )}
    </>
  )
}

interface PinProps {
  pin: MapPin
  position: { x: number; y: number }
  onPoint: () => void
  onLeave: () => void
  onOpen: (event: MouseEvent, isTouch: boolean) => void
}

function Pin({ pin: { label, href, isActive }, position: { x, y }, onPoint, onLeave, onOpen }: PinProps) {
  const isTouch = useRef(false)
  return (
    <a
      className={`offquad-map-pin${isActive ? ' offquad-map-pin-active' : ''}`}
      href={href}
      aria-label={label}
      style={{ left: x, top: y }}
      onPointerDown={({ pointerType }) => (isTouch.current = pointerType === 'touch')}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onPoint()}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onLeave()}
      onFocus={() => !isTouch.current && onPoint()}
      onBlur={onLeave}
      onClick={(event) => onOpen(event, isTouch.current)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 23C7.6 17.4 4 13.6 4 9.5a8 8 0 0 1 16 0c0 4.1-3.6 7.9-8 13.5z" />
        <circle cx="12" cy="9.5" r="3.2" />
      </svg>
    </a>
  )
}

/** Which pin is pointed at; a moment's grace before none is. */
function usePointed(onPinActive: MapPinsProps['onPinActive']) {
  const [pointedId, setPointedId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(id: string | undefined): void {
    setPointedId(id)
    onPinActive?.(id)
  }

  return {
    pointedId,
    point(id: string): void {
      clearTimeout(timer.current)
      if (id !== pointedId) tell(id)
    },
    leave(): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => tell(undefined), CARD_PATIENCE_MS)
    },
  }
}

/** Above the pin where there is room for it, below it near the upper edge. */
function cardPosition({ x, y }: { x: number; y: number }) {
  const isBelow = y < CARD_ROOM
  return { '--pin-x': `${x}px`, top: isBelow ? y + 8 : y - 40, ...(isBelow ? {} : { translate: '0 -100%' }) }
}

const CARD_ROOM = 360
