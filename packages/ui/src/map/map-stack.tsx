import { type MouseEvent, type FocusEvent, useEffect, useRef } from 'react'
import { IconButton } from '../button/icon-button'
import { type Position } from './map-labels'
import { type Point } from './map-provider'

export interface MapPin extends Point {
  id: string
  /** Accessible name of the link. */
  label: string
  href: string
  /** Enlarged and on top, because it is hovered here or elsewhere on the page. */
  isActive: boolean
  /** The text on the pin, such as a rent; without it the pin is a marker. */
  text?: string
}

/** Places at the same point, such as the apartments of one building: no zoom separates their pins. */
export interface MapStack extends Point {
  pins: MapPin[]
}

/** About a meter: pins closer than that overlap even at the closest zoom. */
const POINT_DECIMALS = 5

export const stackKey = ({ latitude, longitude }: Point): string =>
  `${latitude.toFixed(POINT_DECIMALS)},${longitude.toFixed(POINT_DECIMALS)}`

export const stackText = ({ pins }: MapStack): string => `${pins.length} places`

/** Single pins, and stacks of pins at the same point. */
export function stackPins(pins: readonly MapPin[]): (MapPin | MapStack)[] {
  const byPoint = new Map<string, MapPin[]>()
  for (const pin of pins) {
    const key = stackKey(pin)
    const stack = byPoint.get(key)
    if (stack) stack.push(pin)
    else byPoint.set(key, [pin])
  }
  return [...byPoint.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const { latitude, longitude } = first
    return rest.length === 0 ? first : { latitude, longitude, pins: [first, ...rest] }
  })
}

interface StackButtonProps extends Position {
  stack: MapStack
  isOpen: boolean
  onReach: () => void
  onToggle: () => void
}

export function StackButton({ stack, x, y, isOpen, onReach, onToggle }: StackButtonProps) {
  const isPressed = useRef(false)
  const isActive = isOpen || stack.pins.some((pin) => pin.isActive)
  const classes = ['offquad-map-tag offquad-map-stack', isActive ? 'offquad-map-pin-active' : '']
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      style={{ left: x, top: y }}
      aria-label={`${stack.pins.length} places at one point: list them`}
      aria-expanded={isOpen}
      data-stack={stackKey(stack)}
      onPointerDown={() => (isPressed.current = true)}
      onFocus={() => !isPressed.current && onReach()}
      onBlur={() => (isPressed.current = false)}
      onClick={onToggle}
    >
      {stackText(stack)}
    </button>
  )
}

interface StackListProps {
  stack: MapStack
  style: object
  onPinActive?: (id: string | undefined) => void
  onPinOpen: (event: MouseEvent, id: string) => void
  /** @param isByKey whether to return the focus to the stack's button */
  onClose: (isByKey: boolean) => void
}

/** The places of a stack, beside it; on a phone at the lower edge of the map. */
export function StackList({ stack, style, onPinActive, onPinOpen, onClose }: StackListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Without scrolling: the map itself moves to content beyond its edge.
    list.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [])

  function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent): void {
    // Pressing an element that takes no focus, such as the heading, does not close the list.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(false)
  }

  return (
    <div
      className="offquad-map-list offquad-float"
      role="dialog"
      aria-label={`${stack.pins.length} places at one point`}
      style={style}
      onBlur={closeOnLeave}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog around the map stays open.
        event.stopPropagation()
        onClose(true)
      }}
    >
      <div className="offquad-map-list-head offquad-ends">
        <strong>{stack.pins.length} places here</strong>
        <IconButton label="Close the list" icon="M6 6l12 12M18 6L6 18" onClick={() => onClose(true)} />
      </div>
      <ul ref={list}>
        {stack.pins.map(({ id, label, href, isActive }) => (
          <li key={id}>
            <a
              href={href}
              className={`offquad-plain-link${isActive ? ' offquad-map-list-active' : ''}`}
              onPointerEnter={() => onPinActive?.(id)}
              onPointerLeave={() => onPinActive?.(undefined)}
              onFocus={() => onPinActive?.(id)}
              onBlur={() => onPinActive?.(undefined)}
              onClick={(event) => onPinOpen(event, id)}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
