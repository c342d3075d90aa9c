import './map.css'
import '../state/state-message.css'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
} from 'react'
import { Button } from '../button/button'
import { IconButton } from '../button/icon-button'
import { useMediaQuery } from '../theme/use-media-query'
import { type Box, isOverlap, placeLabels, type Position } from './map-labels'
import { ARROWS, MapMarker } from './map-marker'
import { type MapCluster, MapPins, type MapPinsProps } from './map-pins'
import { type MapArea, MapDrawing, type MapRingChoice, type MapRings, MapScale } from './map-plan'
import { type BaseMap, type MapBounds, type Point, ZOOM } from './map-provider'
import { type DrawnMap, type MapHandle, useMap } from './use-map'

/** A labelled point for orientation. */
export interface MapLandmark extends Point {
  /** Passed to `onLandmarkChoose`; by default its name. */
  id?: string
  name: string
  /** Whether it is one of the reader's places, which stand out. */
  isOwn?: boolean
  /** Whether the rings are around this landmark. */
  isChosen?: boolean
}

/** The part of the map that is shown after a movement. */
export interface MapViewport {
  bounds: MapBounds
  zoom: number
  /** Whether the user moved the map, rather than the page or a change of size. */
  isByUser: boolean
}

export interface MapViewProps
  extends
    BaseMap,
    Pick<
      MapPinsProps,
      'pins' | 'clusters' | 'onPinActive' | 'onPinOpen' | 'renderCard' | 'renderCardAction'
    > {
  /** Describes the map to screen readers. */
  label: string
  /** Initial center; the map moves when it changes. */
  center: Point
  /** The bounds to show instead, as closely as the map's shape allows; the map moves when they change. */
  bounds?: MapBounds
  landmarks?: readonly MapLandmark[]
  /** Makes landmarks buttons. */
  onLandmarkChoose?: (id: string) => void
  /** Parts of the town, drawn if there is no street map. */
  areas?: readonly MapArea[]
  /** Rings of minutes around a place, also on street maps. */
  rings?: MapRings
  /** A menu of the rings' possible centers. */
  ringChoice?: MapRingChoice
  /** Called with the position of a click, or with the center of the map on Enter. */
  onPick?: (point: Point) => void
  /** A pin that can be dragged; `onPick` receives its new position. */
  marker?: Point
  /** Called when 'Recenter' has shown the bounds, or the center, again. */
  onRecenter?: () => void
  /** Called when the map has opened and whenever it has stopped moving. */
  onViewportChange?: (viewport: MapViewport) => void
  /** Adds a button that expands the map. */
  onExpand?: () => void
  /** Content in its upper left corner. */
  corner?: ReactNode
}

const PAN_PIXELS = 80

/** A map whose pins are links: a library draws the background, and this component draws the rest. It fills its parent. */
export function MapView(props: MapViewProps) {
  const { label, center, bounds, landmarks = [], areas, rings, ringChoice, onExpand, onPick, marker } = props
  const { googleMapsApiKey, vectorTilesUrl, tilesUrl, onViewportChange } = props
  const isPhone = useMediaQuery('(max-width: 600px)')
  const zoom = isPhone ? ZOOM.firstOnPhone : ZOOM.first
  const { surface, layer, ground, floating, map, markMove, hasFailed, retry } = useMap({
    ...props,
    zoom,
    onSettle: (provider, isByUser) =>
      onViewportChange?.({ bounds: provider.bounds(), zoom: provider.zoom(), isByUser }),
  })
  useShownBounds(map, bounds, markMove)
  const userMap = map && movedByUser(map, () => markMove(true))
  function recenter(): void {
    markMove(false)
    if (bounds) map?.showBounds(bounds)
    else map?.setView(center, zoom)
    props.onRecenter?.()
  }
  const { pickWithKey, ...pointer } = pickHandlers(map, onPick)
  const hasStreets = Boolean(googleMapsApiKey ?? vectorTilesUrl ?? tilesUrl)
  return (
    <section className="offquad-map offquad-fill" aria-label={label} onScroll={undoScroll}>
      <div
        ref={surface}
        className="offquad-map-surface offquad-fill"
        role="group"
        tabIndex={0}
        aria-label={`Arrow keys move the map, plus and minus zoom${onPick ? ', Enter picks its middle' : ''}`}
        onKeyDown={(event) => {
          if (!pickWithKey(event) && userMap) steer(event, userMap)
        }}
        {...pointer}
      />
      {map && userMap && (
        <>
          <MapPins
            {...props}
            map={userMap}
            floating={floating}
            sizeOf={() => sizeOf(surface.current)}
            onCovered={(pixels) => {
              markMove(false)
              map.panBy(0, pixels)
            }}
            onClusterOpen={(cluster) => {
              showCluster(userMap, cluster)
              // The pressed button disappears; the arrow keys continue from here.
              surface.current?.focus({ preventScroll: true })
            }}
          >
            {(pins, taken) => {
              const parts = coveredParts(surface.current, map.origin())
              const isInView = (landmark: MapLandmark) =>
                parts.every((part) => !isOverlap(part, squareOf(landmark, map)))
              const covered = [...taken, ...parts]
              const shown = placeLandmarks(landmarks.filter(isInView), map, covered)
              return (
                <>
                  <div ref={ground} className="offquad-map-layer offquad-map-ground">
                    <MapDrawing
                      map={map}
                      areas={hasStreets ? undefined : areas}
                      rings={rings}
                      taken={[...covered, ...shown]}
                    />
                  </div>
                  <div ref={layer} className="offquad-map-layer" {...dragHandlers(surface)}>
                    {shown.map(({ landmark, side }) => (
                      <Landmark
                        key={landmark.id ?? landmark.name}
                        landmark={landmark}
                        side={side}
                        {...map.place(landmark)}
                        onChoose={props.onLandmarkChoose}
                      />
                    ))}
                    {pins}
                    {marker && onPick && <MapMarker point={marker} map={map} onMove={onPick} />}
                  </div>
                </>
              )
            }}
          </MapPins>
          {(!hasStreets || rings || ringChoice) && (
            <MapScale
              map={map}
              latitude={center.latitude}
              isPlan={!hasStreets}
              rings={rings}
              ringChoice={ringChoice}
            />
          )}
          <div className="offquad-map-corner offquad-map-over offquad-stack offquad-tight">
            {props.corner}
          </div>
          <MapControls map={userMap} onRecenter={recenter} onExpand={onExpand} />
        </>
      )}
      {!map && !hasFailed && <div className="offquad-bone offquad-fill offquad-map-bone" />}
      {hasFailed && (
        <div className="offquad-state offquad-fill" role="status">
          <p>The map cannot be loaded right now. Everything on it is also in the list.</p>
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
    </section>
  )
}

/** Focus and find-in-page scroll even a box with hidden overflow; the map itself moves instead. */
function undoScroll({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.scrollTop = 0
  currentTarget.scrollLeft = 0
}

/** Boxes on the layer that labels must not enter: below the buttons, the legend and the corner, and beyond the edges. */
function coveredParts(surface: HTMLElement | null, origin: Position): Box[] {
  const parts = surface?.parentElement?.querySelectorAll<HTMLElement>('.offquad-map-over') ?? []
  const { width, height } = sizeOf(surface)
  const beside = [-1, 1].flatMap((side) => [
    { offsetLeft: side * width, offsetTop: 0, offsetWidth: width, offsetHeight: height },
    { offsetLeft: 0, offsetTop: side * height, offsetWidth: width, offsetHeight: height },
  ])
  return [...beside, ...parts].map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) => ({
    x: offsetLeft + offsetWidth / 2 - origin.x,
    y: offsetTop + offsetHeight / 2 - origin.y,
    width: offsetWidth,
    height: offsetHeight,
  }))
}

/** Moves the map whenever these bounds change, unless it shows them already. */
function useShownBounds(
  map: DrawnMap | undefined,
  bounds: MapBounds | undefined,
  markMove: MapHandle['markMove'],
): void {
  const { south, west, north, east } = bounds ?? {}
  useEffect(() => {
    if (!map || south === undefined || west === undefined || north === undefined || east === undefined) return
    const next = { south, west, north, east }
    if (isSameBounds(map.bounds(), next)) return
    markMove(false)
    map.showBounds(next)
  }, [map, south, west, north, east, markMove])
}

/** The map for the user's controls: its movements count as the user's. */
const movedByUser = (map: DrawnMap, onMove: () => void): DrawnMap => ({
  ...map,
  setZoom(zoom) {
    onMove()
    map.setZoom(zoom)
  },
  setView(center, zoom) {
    onMove()
    map.setView(center, zoom)
  },
  showBounds(bounds) {
    onMove()
    map.showBounds(bounds)
  },
  panBy(x, y) {
    onMove()
    map.panBy(x, y)
  },
})

/** Room for pins at the edges and for controls over the map, as a share of its size. */
const CLUSTER_MARGIN = 0.2

/** Shows all places of a cluster as closely as they fit, but at least at the zoom where it splits. */
function showCluster(map: DrawnMap, { bounds, zoom, latitude, longitude }: MapCluster): void {
  if (bounds) {
    const { south, west, north, east } = bounds
    const [down, along] = [(north - south) * CLUSTER_MARGIN, (east - west) * CLUSTER_MARGIN]
    map.showBounds({ south: south - down, west: west - along, north: north + down, east: east + along })
    if (map.zoom() >= zoom) return
  }
  map.setView({ latitude, longitude }, Math.min(zoom, ZOOM.most))
}

/** Tolerance in degrees: less than a pixel at the closest zoom. */
const SAME_DEGREES = 0.00001

const isSameBounds = (a: MapBounds, b: MapBounds): boolean =>
  (['south', 'west', 'north', 'east'] as const).every((side) => Math.abs(a[side] - b[side]) < SAME_DEGREES)

const sizeOf = (element: HTMLElement | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

/** Sizes of a landmark's square, the same with the space around it, and of a letter of its name, in pixels. */
const [DRAWN, SQUARE] = [8, 20]
const [LETTER, LINE] = [7.5, 16]

const squareOf = (landmark: Point, map: DrawnMap) => ({ ...map.place(landmark), width: DRAWN, height: DRAWN })

type Side = 'right' | 'left' | 'none'

/** Landmarks with names to the right, else to the left, else none: a name overlaps no square but its own. */
function placeLandmarks(landmarks: readonly MapLandmark[], map: DrawnMap, taken: readonly Box[]) {
  const standsOut = ({ isChosen = false, isOwn = false }: MapLandmark) => Number(isChosen) * 2 + Number(isOwn)
  const squares = landmarks.map((landmark) => ({ landmark, ...squareOf(landmark, map) }))
  const labels = squares.map(({ landmark, x, y }) => {
    const width = LETTER * landmark.name.length + 28
    const middle = width / 2 - SQUARE / 2
    const places = [
      { x: x + middle, y, side: 'right' as const },
      { x: x - middle, y, side: 'left' as const },
    ].filter((name) => squares.filter((box) => isOverlap({ ...name, width, height: LINE }, box)).length === 1)
    return { landmark, x, y, side: 'none' as Side, width, height: LINE, places }
  })
  const byRank = [...labels].sort((a, b) => standsOut(b.landmark) - standsOut(a.landmark))
  // A name close to a pin is still readable.
  const close = taken.map((box) => ({ ...box, height: box.height - LINE * 0.75 }))
  const named = placeLabels(byRank, close)
  return labels.map(
    (label) => named.find(({ landmark }) => landmark === label.landmark) ?? { ...label, width: SQUARE },
  )
}

interface LandmarkProps extends Position {
  landmark: MapLandmark
  side: Side
  onChoose?: (id: string) => void
}

function Landmark({ landmark, side, x, y, onChoose }: LandmarkProps) {
  const { name, id = name, isChosen = false, isOwn = false } = landmark
  const shared = {
    className: `offquad-map-landmark offquad-map-landmark-${side}${isOwn ? ' offquad-map-landmark-own' : ''}`,
    title: side === 'none' ? name : undefined,
    style: { left: x, top: y },
  }
  if (!onChoose) return <span {...shared}>{name}</span>
  return (
    <button
      type="button"
      {...shared}
      aria-pressed={isChosen}
      aria-label={`Minutes to ${name}`}
      onClick={() => onChoose(id)}
    >
      {name}
    </button>
  )
}

function steer(event: KeyboardEvent, map: DrawnMap): void {
  const arrow = ARROWS[event.key]
  if (arrow) map.panBy(arrow.x * PAN_PIXELS, arrow.y * PAN_PIXELS)
  else if (event.key === '+' || event.key === '=') zoomTo(map, map.zoom() + 1)
  else if (event.key === '-') zoomTo(map, map.zoom() - 1)
  else return
  event.preventDefault()
}

function zoomTo(map: DrawnMap, zoom: number): void {
  const next = Math.min(Math.max(zoom, ZOOM.least), ZOOM.most)
  if (next !== map.zoom()) map.setZoom(next)
}

/** A press that moves further than this drags the map; it is not a click. */
const MAX_CLICK_MOVE_PX = 4

let pressedAt = { x: 0, y: 0 }

const hasMoved = ({ clientX, clientY }: MouseEvent): boolean =>
  Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) > MAX_CLICK_MOVE_PX

/** Handlers that make a drag from a pin drag the map, by passing the press on to the library below. */
function dragHandlers(surface: RefObject<HTMLDivElement | null>) {
  function pressMap({ nativeEvent: event }: MouseEvent): void {
    const isMain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const below = document
      .elementsFromPoint?.(event.clientX, event.clientY)
      .find((element) => surface.current?.contains(element))
    const Press = event.constructor as typeof window.MouseEvent
    if (isMain) below?.dispatchEvent(new Press(event.type, event))
  }
  return {
    onPointerDown(event: PointerEvent): void {
      pressedAt = { x: event.clientX, y: event.clientY }
      pressMap(event)
    },
    onMouseDown: pressMap,
    onClickCapture(event: MouseEvent): void {
      // A click by keyboard has no position.
      if (event.detail === 0 || !hasMoved(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Handlers that pick a position: a click picks its position, Enter the center of the map. */
const pickHandlers = (map: DrawnMap | undefined, onPick?: (point: Point) => void) => ({
  onMouseDown({ clientX: x, clientY: y }: MouseEvent): void {
    pressedAt = { x, y }
  },

  onMouseUp(event: MouseEvent): void {
    if (!map || !onPick || hasMoved(event)) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onPick(map.locate(event.clientX - left, event.clientY - top))
  },

  /** @returns whether the key picked a position */
  pickWithKey({ key, currentTarget }: KeyboardEvent): boolean {
    if (key !== 'Enter' || !map || !onPick) return false
    const { width, height } = currentTarget.getBoundingClientRect()
    onPick(map.locate(width / 2, height / 2))
    return true
  },
})

interface MapControlsProps {
  map: DrawnMap
  onRecenter: () => void
  onExpand?: () => void
}

function MapControls({ map, onRecenter, onExpand }: MapControlsProps) {
  const zoom = map.zoom()
  return (
    <div className="offquad-map-controls offquad-map-over">
      {onExpand && (
        <IconButton
          label="Expand the map"
          icon="M4 10V4h6M20 14v6h-6M4 4l7 7M20 20l-7-7"
          onClick={onExpand}
        />
      )}
      <IconButton
        label="Zoom in"
        icon="M12 5v14M5 12h14"
        // Not disabled, so that it keeps the focus.
        aria-disabled={zoom >= ZOOM.most}
        onClick={() => zoom < ZOOM.most && map.setZoom(zoom + 1)}
      />
      <IconButton
        label="Zoom out"
        icon="M5 12h14"
        aria-disabled={zoom <= ZOOM.least}
        onClick={() => zoom > ZOOM.least && map.setZoom(zoom - 1)}
      />
      <IconButton
        label="Recenter the map"
        icon="M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8"
        onClick={onRecenter}
      />
    </div>
  )
}
