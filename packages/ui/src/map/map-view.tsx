import './map.css'
import { type KeyboardEvent, type MouseEvent, type ReactNode, type UIEvent } from 'react'
import { Button } from '../button/button'
import { IconButton } from '../button/icon-button'
import { useMediaQuery } from '../theme/use-media-query'
import { MapMarker } from './map-marker'
import { type MapPin, MapPins } from './map-pins'
import { MapPlan } from './map-plan'
import { type MapProvider, type Point, ZOOM } from './map-provider'
import { useMap } from './use-map'

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string
  /** Initial center, which 'Recenter' returns to; the map moves when it changes. */
  center: Point
  pins: MapPin[]
  /** Labelled points for orientation. */
  landmarks?: (Point & { name: string })[]
  /** Called with the hovered or focused pin, and with undefined when there is none any more. */
  onPinActive?: (id: string | undefined) => void
  /** Called on a plain click on a pin or its card; clicks with a modifier key follow the link. */
  onPinOpen: (id: string) => void
  /** The card beside a hovered or focused pin. */
  renderCard?: (id: string) => ReactNode
  /** Called with the position of a click, or with the center of the map on Enter. */
  onPick?: (point: Point) => void
  /** A pin that can be dragged; `onPick` receives its new position. */
  marker?: Point
  /** Adds a button that expands the map. */
  onExpand?: () => void
  /** URL of map tiles; without it and without a Google key the map is a plan without streets that sends no request. */
  tilesUrl?: string
  /** Uses Google Maps instead. */
  googleMapsApiKey?: string
}

const PAN_PIXELS = 80
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-PAN_PIXELS, 0],
  ArrowRight: [PAN_PIXELS, 0],
  ArrowUp: [0, -PAN_PIXELS],
  ArrowDown: [0, PAN_PIXELS],
}

/** A map whose pins are links. It fills its parent; the map library is loaded when a map is first shown. */
export function MapView(props: MapViewProps) {
  const { label, center, pins, landmarks = [], tilesUrl, googleMapsApiKey, onExpand } = props
  const { onPick, marker } = props
  const isPhone = useMediaQuery('(max-width: 600px)')
  const zoom = isPhone ? ZOOM.firstOnPhone : ZOOM.first
  const { surface, provider, hasFailed, retry } = useMap({ center, zoom, tilesUrl, googleMapsApiKey })
  const { pickWithKey, ...pointer } = pickHandlers(provider, onPick)
  const hasStreets = Boolean(tilesUrl ?? googleMapsApiKey)
  return (
    <section className="offquad-map" aria-label={label} onScroll={undoScroll}>
      <div
        ref={surface}
        className="offquad-map-surface"
        role="group"
        tabIndex={0}
        aria-label={`Arrow keys move the map, plus and minus zoom${onPick ? ', Enter picks its middle' : ''}`}
        onKeyDown={(event) => !pickWithKey(event) && provider && steer(event, provider)}
        {...pointer}
      />
      {provider && (
        <>
          {!hasStreets && <MapPlan provider={provider} landmarks={landmarks} latitude={center.latitude} />}
          {landmarks.map((landmark) => (
            <Landmark key={landmark.name} name={landmark.name} {...provider.project(landmark)} />
          ))}
          <MapPins {...props} pins={pins} provider={provider} sizeOf={() => sizeOf(surface.current)} />
          {marker && onPick && <MapMarker point={marker} provider={provider} onMove={onPick} />}
          <MapControls
            provider={provider}
            onRecenter={() => provider.setView(center, zoom)}
            onExpand={onExpand}
          />
        </>
      )}
      {!provider && !hasFailed && <div className="offquad-bone offquad-map-bone" />}
      {hasFailed && (
        <div className="offquad-map-failure" role="status">
          <p>The map cannot be loaded right now. Everything on it is in the list, too.</p>
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

const sizeOf = (element: HTMLElement | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
})

function Landmark({ name, x, y }: { name: string; x: number; y: number }) {
  return (
    <span className="offquad-map-landmark" style={{ left: x, top: y }}>
      {name}
    </span>
  )
}

function steer(event: KeyboardEvent, provider: MapProvider): void {
  const arrow = ARROWS[event.key]
  if (arrow) provider.panBy(...arrow)
  else if (event.key === '+' || event.key === '=') provider.setZoom(Math.min(provider.zoom() + 1, ZOOM.most))
  else if (event.key === '-') provider.setZoom(Math.max(provider.zoom() - 1, ZOOM.least))
  else return
  event.preventDefault()
}

/** A press that moves further than this drags the map; it is not a click. */
const MAX_CLICK_MOVE_PX = 4

let pressedAt = { x: 0, y: 0 }

/** Handlers that pick a position: a click picks its own, Enter the center of the map. */
const pickHandlers = (provider: MapProvider | undefined, onPick?: (point: Point) => void) => ({
  onMouseDown({ clientX: x, clientY: y }: MouseEvent): void {
    pressedAt = { x, y }
  },

  onMouseUp({ clientX, clientY, currentTarget }: MouseEvent): void {
    const moved = Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y)
    if (!provider || !onPick || moved > MAX_CLICK_MOVE_PX) return
    const { left, top } = currentTarget.getBoundingClientRect()
    onPick(provider.locate(clientX - left, clientY - top))
  },

  /** @returns whether the key picked a position */
  pickWithKey({ key, currentTarget }: KeyboardEvent): boolean {
    if (key !== 'Enter' || !provider || !onPick) return false
    const { width, height } = currentTarget.getBoundingClientRect()
    onPick(provider.locate(width / 2, height / 2))
    return true
  },
})

interface MapControlsProps {
  provider: MapProvider
  onRecenter: () => void
  onExpand?: () => void
}

function MapControls({ provider, onRecenter, onExpand }: MapControlsProps) {
  const zoom = provider.zoom()
  return (
    <div className="offquad-map-controls">
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
        isDisabled={zoom >= ZOOM.most}
        onClick={() => provider.setZoom(zoom + 1)}
      />
      <IconButton
        label="Zoom out"
        icon="M5 12h14"
        isDisabled={zoom <= ZOOM.least}
        onClick={() => provider.setZoom(zoom - 1)}
      />
      <IconButton
        label="Recenter the map"
        icon="M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8"
        onClick={onRecenter}
      />
    </div>
  )
}
