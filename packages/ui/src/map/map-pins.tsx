import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type MapProvider, type Point } from './map-provider'

export interface MapPin extends Point {
  id: string
  /** Accessible name of the link. */
  label: string
  href: string
  /** Enlarged and on top, because it is hovered here or elsewhere on the page. */
  isActive: boolean
}

interface Size {
  width: number
  height: number
}

interface MapPinsProps {
  pins: MapPin[]
  provider: Pick<MapProvider, 'project' | 'panBy'>
  /** The size of the map in pixels; 0 before it is laid out. */
  sizeOf: () => Size
  onPinActive?: (id: string | undefined) => void
  onPinOpen: (id: string) => void
  renderCard?: (id: string) => ReactNode
}

/** Delay before the card closes, so that the pointer can move from the pin to the card. */
const CARD_CLOSE_DELAY_MS = 200

export function MapPins({ pins, provider, sizeOf, onPinActive, onPinOpen, renderCard }: MapPinsProps) {
  const { pointedId, point, leave } = usePointed(onPinActive)
  const { project } = provider
  const size = sizeOf()
  const pointed = pins.find(({ id }) => id === pointedId)
  const card = pointed && renderCard?.(pointed.id)

  function open(event: MouseEvent, id: string, isTouch = false): void {
    // The browser opens new tabs and windows.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // A touch cannot hover: the first tap shows the card, the second opens the page.
    if (isTouch && renderCard && pointedId !== id) return point(id)
    onPinOpen(id)
  }

  /** Keyboard users reach pins outside of the visible part of the map. */
  function showPin(pin: MapPin): void {
    const { x, y } = project(pin)
    const current = sizeOf()
    if (current.width > 0 && !isWholeWithin(current, { x, y }))
      provider.panBy(x - current.width / 2, y - current.height / 2)
  }

  return (
    <>
      <ul className="offquad-map-pins">
        {pins.map((pin) => (
          <li key={pin.id}>
            <Pin
              pin={pin}
              position={positionIn(size, project(pin))}
              onPoint={() => point(pin.id)}
              onReach={() => {
                showPin(pin)
                point(pin.id)
              }}
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

interface Position {
  x: number
  y: number
}

/** Size of a pin around its tip, in pixels. */
const PIN = { side: 16, above: 32 }

const isWholeWithin = ({ width, height }: Size, { x, y }: Position): boolean =>
  x >= PIN.side && x <= width - PIN.side && y >= PIN.above && y <= height

const isOutside = ({ width, height }: Size, { x, y }: Position): boolean =>
  x < -PIN.side || x > width + PIN.side || y < 0 || y > height + PIN.above

/**
 * A pin outside the map is hidden in its center: focusing a link beyond the edge would scroll the map or the page, and
 * the map moves it to the center anyway.
 */
function positionIn({ width, height }: Size, position: Position) {
  const isShown = width === 0 || !isOutside({ width, height }, position)
  return isShown ? { ...position, isShown } : { x: width / 2, y: height / 2, isShown }
}

interface PinProps {
  pin: MapPin
  position: Position & { isShown: boolean }
  onPoint: () => void
  /** Called when it is focused by keyboard. */
  onReach: () => void
  onLeave: () => void
  onOpen: (event: MouseEvent, isTouch: boolean) => void
}

function Pin({ pin, position, onPoint, onReach, onLeave, onOpen }: PinProps) {
  const { label, href, isActive } = pin
  const { x, y, isShown } = position
  // Only keyboard focus moves the map: a pin that moved while pressed would miss the click.
  const pressedWith = useRef<string>(undefined)
  const classes = [
    'offquad-map-pin',
    isActive ? 'offquad-map-pin-active' : '',
    isShown ? '' : 'offquad-map-pin-outside',
  ]
  return (
    <a
      className={classes.filter(Boolean).join(' ')}
      href={href}
      aria-label={label}
      style={{ left: x, top: y }}
      onPointerDown={({ pointerType = 'mouse' }) => (pressedWith.current = pointerType)}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onPoint()}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onLeave()}
      onFocus={() => {
        if (pressedWith.current === undefined) onReach()
        else if (pressedWith.current !== 'touch') onPoint()
      }}
      onBlur={() => {
        pressedWith.current = undefined
        onLeave()
      }}
      onClick={(event) => onOpen(event, pressedWith.current === 'touch')}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 23C7.6 17.4 4 13.6 4 9.5a8 8 0 0 1 16 0c0 4.1-3.6 7.9-8 13.5z" />
        <circle cx="12" cy="9.5" r="3.2" />
      </svg>
    </a>
  )
}

/** The hovered or focused pin, which is cleared after a delay. */
function usePointed(onPinActive: MapPinsProps['onPinActive']) {
  const [pointedId, setPointedId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function setPointed(id: string | undefined): void {
    setPointedId(id)
    onPinActive?.(id)
  }

  return {
    pointedId,
    point(id: string): void {
      clearTimeout(timer.current)
      if (id !== pointedId) setPointed(id)
    },
    leave(): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setPointed(undefined), CARD_CLOSE_DELAY_MS)
    },
  }
}

/** Above the pin, or below it near the upper edge of the map. */
function cardPosition({ x, y }: { x: number; y: number }) {
  const isBelow = y < CARD_ROOM
  return { '--pin-x': `${x}px`, top: isBelow ? y + 8 : y - 40, ...(isBelow ? {} : { translate: '0 -100%' }) }
}

const CARD_ROOM = 360
