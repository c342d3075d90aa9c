import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type MapPin } from './map-pin'
import { type Point } from './map-provider'
import { type MapStack, StackButton, stackKey, StackList, stackPins } from './map-stack'
import { type DrawnMap, DRAWN_MARGIN } from './use-map'

/** Several places whose pins would overlap. */
export interface MapCluster extends Point {
  count: number
  /** The zoom at which it splits. */
  zoom: number
}

interface Size {
  width: number
  height: number
}

interface MapPinsProps {
  pins: MapPin[]
  clusters?: readonly MapCluster[]
  map: Pick<DrawnMap, 'place' | 'origin' | 'project' | 'panBy'>
  /** The size of the map in pixels; 0 before it is laid out. */
  sizeOf: () => Size
  floating: RefObject<HTMLDivElement | null>
  onPinActive?: (id: string | undefined) => void
  onPinOpen: (id: string) => void
  onClusterOpen: (cluster: MapCluster) => void
  renderCard?: (id: string) => ReactNode
  /** The layer that moves along with the map. */
  children: (pins: ReactNode) => ReactNode
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

  function open(event: MouseEvent, id: string, isTouch = false): void {
    // The browser opens new tabs and windows.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // A touch cannot hover: the first tap shows the card, the second opens the page.
    if (isTouch && renderCard && pointedId !== id) return point(id)
    onPinOpen(id)
  }

  /** Keyboard users reach pins outside of the visible part of the map. */
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

  const actions: PinActions = {
    onPoint: (pin) => point(pin.id),
    onReach(pin) {
      show(pin)
      point(pin.id)
    },
    onLeave: leave,
    onOpen: (event, pin, isTouch) => open(event, pin.id, isTouch),
    onClusterReach: show,
    onClusterOpen: props.onClusterOpen,
    onStackToggle(stack) {
      close()
      setOpenStackKey(stackKey(stack) === openStackKey ? undefined : stackKey(stack))
    },
  }
  // The same object on all renders, so that unchanged pins are not rendered again.
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<PinActions>(() => ({
    onPoint: (pin) => latest.current.onPoint(pin),
    onReach: (pin) => latest.current.onReach(pin),
    onLeave: () => latest.current.onLeave(),
    onOpen: (event, pin, isTouch) => latest.current.onOpen(event, pin, isTouch),
    onClusterReach: (cluster) => latest.current.onClusterReach(cluster),
    onClusterOpen: (cluster) => latest.current.onClusterOpen(cluster),
    onStackToggle: (stack) => latest.current.onStackToggle(stack),
  }))
  const origin = map.origin()
  const hiddenAt = usePointOnMap(size, origin)
  const drawn = [...places, ...clusters]
    .map((place) => ({ place, ...positionIn(size, map.place(place), { origin, hiddenAt }) }))
    .filter(({ isDrawn }) => isDrawn)
    // In reading order: from north to south, then from west to east.
    .sort((one, other) => northFirst(one.place, other.place))

  return (
    <>
      {props.children(
        <ul ref={list} className="offquad-map-pins" onKeyDown={closeWithKey}>
          {drawn.map(({ place, x, y, isShown }) => (
            <li key={keyOf(place)}>
              {'id' in place ? (
                <Pin pin={place} x={x} y={y} isShown={isShown} actions={stable} />
              ) : 'pins' in place ? (
                <StackButton
                  stack={place}
                  x={x}
                  y={y}
                  isShown={isShown}
                  isOpen={place === openStack}
                  onReach={stable.onClusterReach}
                  onToggle={stable.onStackToggle}
                />
              ) : (
                <Cluster cluster={place} x={x} y={y} isShown={isShown} actions={stable} />
              )}
            </li>
          ))}
        </ul>,
      )}
      <div ref={floating} className="offquad-map-floating">
        {pointed && card && (
          <a
            className="offquad-map-card"
            href={pointed.href}
            tabIndex={-1}
            style={cardPosition(map.place(pointed), map.project(pointed))}
            onPointerEnter={() => point(pointed.id)}
            onPointerLeave={leave}
            onClick={(event) => open(event, pointed.id)}
          >
            {card}
          </a>
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

const northFirst = (one: Point, other: Point): number =>
  other.latitude - one.latitude || one.longitude - other.longitude

interface Position {
  x: number
  y: number
}

/** Size of a pin around its tip, in pixels. */
const PIN = { side: 16, above: 32 }

const isWholeWithin = ({ width, height }: Size, { x, y }: Position): boolean =>
  x >= PIN.side && x <= width - PIN.side && y >= PIN.above && y <= height

const isOutside = ({ width, height }: Size, { x, y }: Position, margin: number): boolean =>
  x < -PIN.side - margin * width ||
  x > width * (1 + margin) + PIN.side ||
  y < -margin * height ||
  y > height * (1 + margin) + PIN.above

/**
 * A point of the layer on the visible part of the map: its center, until the map has moved so far that the point is beyond the
 * edge. Browsers lay out every pin that moves on the layer, so hidden pins stay where they are as long as possible.
 */
function usePointOnMap(size: Size, origin: Position): Position {
  const [point, setPoint] = useState<Position>({ x: 0, y: 0 })
  if (size.width === 0 || isWholeWithin(size, { x: point.x + origin.x, y: point.y + origin.y })) return point
  const center = { x: size.width / 2 - origin.x, y: size.height / 2 - origin.y }
  // A map may be lower than a pin: then not even its center is far enough from the edges.
  if (point.x !== center.x || point.y !== center.y) setPoint(center)
  return center
}

/**
 * Where a pin is on the layer. Pins far outside the map are not drawn. Pins just outside are hidden at a point of the map:
 * focusing a link beyond the edge would scroll the map or the page, and the map moves to focused pins anyway.
 */
function positionIn(
  size: Size,
  position: Position,
  { origin, hiddenAt }: { origin: Position; hiddenAt: Position },
) {
  const onMap = { x: position.x + origin.x, y: position.y + origin.y }
  if (size.width === 0 || !isOutside(size, onMap, 0)) return { ...position, isShown: true, isDrawn: true }
  return { ...hiddenAt, isShown: false, isDrawn: !isOutside(size, onMap, DRAWN_MARGIN) }
}

interface PinActions {
  onPoint: (pin: MapPin) => void
  /** Called when it is focused by keyboard. */
  onReach: (pin: MapPin) => void
  onLeave: () => void
  onOpen: (event: MouseEvent, pin: MapPin, isTouch: boolean) => void
  onClusterReach: (place: Point) => void
  onClusterOpen: (cluster: MapCluster) => void
  onStackToggle: (stack: MapStack) => void
}

interface DrawnProps extends Position {
  isShown: boolean
  actions: PinActions
}

const Pin = memo(function Pin({ pin, x, y, isShown, actions }: DrawnProps & { pin: MapPin }) {
  const { label, href, isActive, text } = pin
  // Only keyboard focus moves the map: a pin that moved while pressed would miss the click.
  const pressedWith = useRef<string>(undefined)
  const classes = [
    text === undefined ? 'offquad-map-pin' : 'offquad-map-tag',
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
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && actions.onPoint(pin)}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && actions.onLeave()}
      onFocus={() => {
        if (pressedWith.current === undefined) actions.onReach(pin)
        else if (pressedWith.current !== 'touch') actions.onPoint(pin)
      }}
      onBlur={() => {
        pressedWith.current = undefined
        actions.onLeave()
      }}
      onClick={(event) => actions.onOpen(event, pin, pressedWith.current === 'touch')}
    >
      {text ?? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 23C7.6 17.4 4 13.6 4 9.5a8 8 0 0 1 16 0c0 4.1-3.6 7.9-8 13.5z" />
          <circle cx="12" cy="9.5" r="3.2" />
        </svg>
      )}
    </a>
  )
}, hasSamePin)

function hasSamePin(one: DrawnProps & { pin: MapPin }, other: DrawnProps & { pin: MapPin }): boolean {
  return (
    isSamePosition(one, other) &&
    one.pin.id === other.pin.id &&
    one.pin.label === other.pin.label &&
    one.pin.href === other.pin.href &&
    one.pin.text === other.pin.text &&
    one.pin.isActive === other.pin.isActive
  )
}

const isSamePosition = (one: DrawnProps, other: DrawnProps): boolean =>
  one.x === other.x && one.y === other.y && one.isShown === other.isShown

const Cluster = memo(
  function Cluster({ cluster, x, y, isShown, actions }: DrawnProps & { cluster: MapCluster }) {
    const { count } = cluster
    const isPressed = useRef(false)
    return (
      <button
        type="button"
        className={`offquad-map-cluster${isShown ? '' : ' offquad-map-pin-outside'}`}
        style={{ left: x, top: y, '--cluster-digits': String(count).length } as CSSProperties}
        aria-label={`${count} places here: zoom in`}
        onPointerDown={() => (isPressed.current = true)}
        onFocus={() => !isPressed.current && actions.onClusterReach(cluster)}
        onBlur={() => (isPressed.current = false)}
        onClick={() => actions.onClusterOpen(cluster)}
      >
        {count}
      </button>
    )
  },
  (one, other) => isSamePosition(one, other) && one.cluster.count === other.cluster.count,
)

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
