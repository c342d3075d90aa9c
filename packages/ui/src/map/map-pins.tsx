import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button/icon-button'
import { useMediaQuery } from '../theme/use-media-query'
import { type Box, isOverlap, type Position } from './map-labels'
import { PinShape } from './map-marker'
import { type MapBounds, type Point } from './map-provider'
import {
  type MapPin,
  type MapStack,
  StackButton,
  stackKey,
  StackList,
  stackPins,
  stackText,
} from './map-stack'
import { type DrawnMap } from './use-map'

/** Several places whose pins would overlap. */
export interface MapCluster extends Point {
  count: number
  /** The zoom at which it splits. */
  zoom: number
  /** Bounds around all of its places. */
  bounds?: MapBounds
}

interface Size {
  width: number
  height: number
}

export interface MapPinsProps {
  pins: MapPin[]
  /** Clusters of several places, which split when the map zooms in. */
  clusters?: readonly MapCluster[]
  map: Pick<DrawnMap, 'place' | 'origin' | 'project' | 'panBy'>
  /** The size of the map in pixels; 0 before it is laid out. */
  sizeOf: () => Size
  floating: RefObject<HTMLDivElement | null>
  /** Called with the hovered or focused pin, and with undefined when there is no longer one. */
  onPinActive?: (id: string | undefined) => void
  /** Called on a plain click on a pin or its card; clicks with a modifier key follow the link. */
  onPinOpen: (id: string) => void
  onClusterOpen: (cluster: MapCluster) => void
  /** Moves the map up by some pixels, because a card covers its pin. */
  onCovered: (pixels: number) => void
  /** The card beside a hovered or focused pin. */
  renderCard?: (id: string) => ReactNode
  /** Controls on that card, outside of its link. */
  renderCardAction?: ((id: string) => ReactNode) | undefined
  /** The layers that move along with the map. @param taken boxes that the pins cover */
  children: (pins: ReactNode, taken: readonly Box[]) => ReactNode
}

/** Delay before the card closes, so that the pointer can move from the pin to the card. */
const CARD_CLOSE_DELAY_MS = 200

export function MapPins(props: MapPinsProps) {
  const { pins, clusters = [], map, sizeOf, floating, onPinActive, onPinOpen, renderCard } = props
  const { pointedId, point, leave, close } = usePointed(onPinActive)
  const [openStackKey, setOpenStackKey] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const places = useMemo(() => stackPins(pins), [pins])
  const openStack = places.find(
    (place): place is MapStack => 'pins' in place && stackKey(place) === openStackKey,
  )
  const size = sizeOf()
  const pointed = pins.find(({ id }) => id === pointedId)
  const card = pointed && renderCard?.(pointed.id)
  const isDocked = useMediaQuery('(max-width: 600px)')
  /** Whether a tap or a key has chosen the place: below a mouse, it would flee from the pointer. */
  const isMovable = useRef(false)
  const uncover = useEffectEvent(() => {
    const place = pointed ?? openStack
    const shown = floating.current?.querySelector<HTMLElement>('.offquad-map-card, .offquad-map-list')
    if (!place || !shown || !isDocked || !isMovable.current) return
    const { y } = map.project(place)
    const { offsetTop, offsetHeight } = shown
    if (y > offsetTop - PIN.clear && y < offsetTop + offsetHeight + PIN.above)
      props.onCovered(y - offsetTop + PIN.clear)
  })
  useLayoutEffect(() => {
    uncover()
    isMovable.current = false
  }, [pointedId, openStackKey])

  function open(event: MouseEvent, id: string, isTouch = false): void {
    // Leaves new tabs and windows to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // A touch cannot hover: the first tap shows the card, the second opens the page.
    if (isTouch && renderCard && pointedId !== id) return reach(id)
    onPinOpen(id)
  }

  function reach(id: string): void {
    isMovable.current = true
    point(id)
  }

  /** Moves the map for keyboard users whose pin is cut off by the map's edge. */
  function show(place: Point): void {
    const { x, y } = map.project(place)
    const current = sizeOf()
    if (current.width > 0 && !isWholeWithin(current, { x, y }))
      map.panBy(x - current.width / 2, y - current.height / 2)
  }

  function closeStack(isByKey: boolean): void {
    setOpenStackKey(undefined)
    onPinActive?.(undefined)
    // The button is still there, so the focus returns to it.
    if (isByKey) list.current?.querySelector<HTMLElement>(`[data-stack="${openStackKey}"]`)?.focus()
  }

  function closeWithKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !card) return
    // A dialog around the map stays open.
    event.stopPropagation()
    close()
  }

  const origin = map.origin()
  const onMap = [...places, ...clusters]
    .map((place) => ({ place, ...map.place(place) }))
    .filter(({ x, y }) => isOnMap(size, { x: x + origin.x, y: y + origin.y }))
  const texts = onMap.flatMap((pin) => {
    const box = boxOf(pin)
    return box.width > 2 * PIN.side ? { pin, box } : []
  })
  const drawn = onMap
    .map((pin) => {
      const moved = { ...pin, ...readable(pin, size, origin) }
      const isWhereItWas = moved.x === pin.x && moved.y === pin.y
      const covers = (text: (typeof texts)[number]) => text.pin !== pin && isOverlap(boxOf(moved), text.box)
      return isWhereItWas || texts.some(covers) ? pin : moved
    })
    // In reading order: from north to south, then from west to east.
    .sort((a, b) => northFirst(a.place, b.place))

  return (
    <>
      {props.children(
        <ul ref={list} className="offquad-map-pins" onKeyDown={closeWithKey}>
          {drawn.map(({ place, x, y }) => (
            <li key={keyOf(place)}>
              {'id' in place ? (
                <Pin
                  pin={place}
                  x={x}
                  y={y}
                  onPoint={() => point(place.id)}
                  onReach={() => {
                    show(place)
                    reach(place.id)
                  }}
                  onLeave={leave}
                  onOpen={(event, isTouch) => open(event, place.id, isTouch)}
                />
              ) : 'pins' in place ? (
                <StackButton
                  stack={place}
                  x={x}
                  y={y}
                  isOpen={place === openStack}
                  onReach={() => show(place)}
                  onToggle={() => {
                    close()
                    isMovable.current = true
                    setOpenStackKey(place === openStack ? undefined : stackKey(place))
                  }}
                />
              ) : (
                <Cluster
                  count={place.count}
                  x={x}
                  y={y}
                  onReach={() => show(place)}
                  onOpen={() => props.onClusterOpen(place)}
                />
              )}
            </li>
          ))}
        </ul>,
        drawn.map(boxOf),
      )}
      <div ref={floating} className="offquad-map-floating offquad-fill">
        {pointed && card && (
          <div
            className="offquad-map-card offquad-float"
            style={cardPosition(map.place(pointed), map.project(pointed))}
            onPointerEnter={() => point(pointed.id)}
            onPointerLeave={leave}
          >
            <a
              className="offquad-card-link"
              href={pointed.href}
              tabIndex={-1}
              onClick={(event) => open(event, pointed.id)}
            >
              {card}
            </a>
            {props.renderCardAction?.(pointed.id)}
            <IconButton
              className="offquad-icon-button offquad-on-phones"
              style={{ position: 'absolute', inset: '2px 2px auto auto' }}
              label="Close the card"
              icon="M6 6l12 12M18 6L6 18"
              onClick={close}
            />
          </div>
        )}
        {openStack && (
          <StackList
            key={stackKey(openStack)}
            stack={openStack}
            style={cardPosition(map.place(openStack), map.project(openStack))}
            onPinActive={onPinActive}
            onPinOpen={open}
            onClose={closeStack}
          />
        )}
      </div>
    </>
  )
}

function keyOf(place: MapPin | MapStack | MapCluster): string {
  if ('id' in place) return place.id
  return `${'pins' in place ? place.pins.length : place.count} at ${place.latitude},${place.longitude}`
}

const northFirst = (a: Point, b: Point): number => b.latitude - a.latitude || a.longitude - b.longitude

/** Size of a pin around its tip, and of the space between a text and the edge of the map or a card, in pixels. */
const PIN = { side: 16, above: 32, edge: 4, clear: 20 }

/** A letter of a tag, its edges, and a digit of a cluster, in pixels. */
const TAG = { letter: 8.5, edges: 22, digit: 4 }

function boxOf({ place, x, y }: Position & { place: MapPin | MapStack | MapCluster }): Box {
  const width = 2 * PIN.side
  const height = PIN.above
  if ('count' in place) {
    const size = width + TAG.digit * String(place.count).length
    return { x, y, width: size, height: size }
  }
  const text = 'pins' in place ? stackText(place) : place.text
  if (text === undefined) return { x, y: y - height / 2, width, height }
  return { x, y, width: Math.max(width, TAG.letter * text.length + TAG.edges), height }
}

/** The buttons at the upper right. */
const CONTROLS = { width: 64, height: 210 }

/** Moves a text away from the edge and the buttons, which would cover it. @returns the position on the layer */
function readable(drawn: Position & { place: MapPin | MapStack | MapCluster }, size: Size, origin: Position) {
  const { x, y, width, height } = boxOf(drawn)
  if (size.width === 0 || ('id' in drawn.place && drawn.place.text === undefined)) return drawn
  const within = (middle: number, room: number, whole: number) =>
    Math.max(room / 2 + PIN.edge, Math.min(middle, whole - room / 2 - PIN.edge))
  const top = within(y + origin.y, height, size.height)
  const room = size.width - (top - height / 2 < CONTROLS.height ? CONTROLS.width : 0)
  return { x: within(x + origin.x, width, room) - origin.x, y: top - origin.y }
}

const isWholeWithin = ({ width, height }: Size, { x, y }: Position): boolean =>
  x >= PIN.side && x <= width - PIN.side && y >= PIN.above && y <= height

/** Whether a part of the pin is visible. Tabbing through other pins would move the map. @param at its tip, from the map's corner */
const isOnMap = ({ width, height }: Size, { x, y }: Position): boolean =>
  width === 0 || (x >= -PIN.side && x <= width + PIN.side && y >= 0 && y <= height + PIN.above)

interface PinProps extends Position {
  pin: MapPin
  onPoint: () => void
  /** Called when the keyboard focuses it. */
  onReach: () => void
  onLeave: () => void
  onOpen: (event: MouseEvent, isTouch: boolean) => void
}

function Pin({ pin: { label, href, isActive, text }, x, y, onPoint, onReach, onLeave, onOpen }: PinProps) {
  // Only keyboard focus moves the map: a pin that moved while pressed would miss the click.
  const pressedWith = useRef<string>(undefined)
  const classes = [
    text === undefined ? 'offquad-map-pin' : 'offquad-map-tag',
    isActive ? 'offquad-map-pin-active' : '',
  ]
  return (
    <a
      className={classes.filter(Boolean).join(' ')}
      href={href}
      draggable={false}
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
      {text ?? <PinShape />}
    </a>
  )
}

interface ClusterProps extends Position {
  count: number
  onReach: () => void
  onOpen: () => void
}

function Cluster({ count, x, y, onReach, onOpen }: ClusterProps) {
  const isPressed = useRef(false)
  return (
    <button
      type="button"
      className="offquad-map-cluster"
      style={{ left: x, top: y, '--cluster-digits': String(count).length } as CSSProperties}
      aria-label={`${count} places here: zoom in`}
      onPointerDown={() => (isPressed.current = true)}
      onFocus={() => !isPressed.current && onReach()}
      onBlur={() => (isPressed.current = false)}
      onClick={onOpen}
    >
      {count}
    </button>
  )
}

/** The hovered or focused pin, which is cleared after a delay. */
function usePointed(onPinActive: MapPinsProps['onPinActive']) {
  const [pointedId, setPointedId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function setPointed(id: string | undefined): void {
    clearTimeout(timer.current)
    if (id === pointedId) return
    setPointedId(id)
    onPinActive?.(id)
  }

  return {
    pointedId,
    point: setPointed,
    leave(): void {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setPointed(undefined), CARD_CLOSE_DELAY_MS)
    },
    close: () => setPointed(undefined),
  }
}

/** Above the pin, or below it near the upper edge of the map. */
function cardPosition(onLayer: Position, onMap: Position) {
  const isBelow = onMap.y < CARD_ROOM
  return {
    '--pin-x': `${onLayer.x}px`,
    '--pin-y': `${onLayer.y + (isBelow ? 8 : -40)}px`,
    ...(isBelow ? {} : { translate: '0 -100%' }),
  }
}

const CARD_ROOM = 360
