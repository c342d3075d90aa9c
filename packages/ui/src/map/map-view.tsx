import './map.css'
import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, type UIEvent } from 'react'
import { useMediaQuery } from '../theme/use-media-query'
import { MapControls } from './map-controls'
import { MapMarker } from './map-marker'
import { type MapPin, MapPins } from './map-pins'
import { MapPlan } from './map-plan'
import { type MapProvider, type Point, ZOOM } from './map-provider'
import { placePicker } from './pick-place'
import { useMap } from './use-map'

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string
  /** Where the map begins and comes back to; it follows when this changes. */
  center: Point
  pins: MapPin[]
  /** Quiet labelled places for orientation. */
  landmarks?: (Point & { name: string })[]
  /** Tells which pin is under the pointer or the focus; undefined: none any more. */
  onPinActive?: (id: string | undefined) => void
  /** A plain click on a pin or its card; other clicks follow the link. */
  onPinOpen: (id: string) => void
  /** What is shown beside a pin while it is pointed at. */
  renderCard?: (id: string) => ReactNode
  /** A place is picked by a click, or the map's middle by Enter. */
  onPick?: (point: Point) => void
  /** A pin that can be moved; `onPick` receives where to. */
  marker?: Point
  /** Offers to show the map larger. */
  onExpand?: () => void
  /** URL of map tiles; without it and without Google the map is a plan without streets that requests nothing. */
  tilesUrl?: string
  /** Maps by Google instead. */
  googleMapsApiKey?: string
}

const PAN_PIXELS = 80
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-PAN_PIXELS, 0],
  ArrowRight: [PAN_PIXELS, 0],
  ArrowUp: [0, -PAN_PIXELS],
  ArrowDown: [0, PAN_PIXELS],
}

/** A map with pins that are links. It fills its parent; its base is loaded when it is first shown. */
export function MapView(props: MapViewProps) {
  const { label, center, pins, landmarks = [], tilesUrl, googleMapsApiKey, onExpand } = props
  const { onPick, marker } = props
  const isPhone = useMediaQuery('(max-width: 600px)')
  const zoom = isPhone ? ZOOM.firstOnPhone : ZOOM.first
  const { surface, provider, hasFailed, retry } = useMap({ center, zoom, tilesUrl, googleMapsApiKey })
  const { pickWithKey, ...pointer } = placePicker(provider, onPick)
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

/** Focus and text search scroll even a box that hides what overflows; the map itself moves instead. */
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
