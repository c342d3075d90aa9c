import './map.css'
import { type ReactNode, type UIEvent, useEffect, useRef, useState } from 'react'
import { loadContent, loadLibrary } from './load-map'
import { type MapCluster, type MapPin } from './map-pins'
import { type MapArea, type MapRings } from './map-plan'
import { type MapBounds, type Point } from './map-provider'
import { MapBone, MapFailure } from './map-states'
import { useWhenSeen } from './use-when-seen'

/** A labelled point for orientation. */
export interface MapLandmark extends Point {
  name: string
  /** Whether the rings are around it. */
  isChosen?: boolean
}

/** A part of the map that was moved to. */
export interface MapViewport {
  bounds: MapBounds
  zoom: number
  /** Whether the user moved the map, rather than the page or the size of its window. */
  isByUser: boolean
}

export interface MapViewProps {
  /** What the map shows, for screen readers. */
  label: string
  /** Initial center, which 'Recenter' returns to; the map moves when it changes. */
  center: Point
  /** What the map shows instead, as far as its shape allows; it moves when this changes. */
  bounds?: MapBounds
  pins: MapPin[]
  /** Several places each, which come apart when the map zooms in. */
  clusters?: readonly MapCluster[]
  landmarks?: readonly MapLandmark[]
  /** Makes landmarks buttons. */
  onLandmarkChoose?: (name: string) => void
  /** Parts of the town, which are drawn where there is no street map. */
  areas?: readonly MapArea[]
  /** Rings of minutes around a place, on street maps as well. */
  rings?: MapRings
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
  /** Called when the map is open and whenever it has stopped moving. */
  onViewportChange?: (viewport: MapViewport) => void
  /** Adds a button that expands the map. */
  onExpand?: () => void
  /** Uses Google Maps. */
  googleMapsApiKey?: string
  /** URL of a PMTiles file with the vector tiles of Protomaps' basemap. */
  vectorTilesUrl?: string
  /** URL of map tiles; without it and the two above, the map is a plan without streets that sends no request. */
  tilesUrl?: string
  /** Who made these tiles; OpenStreetMap unless said otherwise. */
  tilesAttribution?: string
}

type MapContent = Awaited<ReturnType<typeof loadContent>>

/** A map whose pins are links. It fills its parent; everything about it is loaded when it is first in view. */
export function MapView(props: MapViewProps) {
  const { label, googleMapsApiKey } = props
  const frame = useRef<HTMLElement>(null)
  const isSeen = useWhenSeen(frame)
  const [content, setContent] = useState<{ Content: MapContent }>()
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  useEffect(() => {
    if (!isSeen) return
    // Beside the content, which needs it next and notices when it fails.
    loadLibrary({ googleMapsApiKey }).catch(() => undefined)
    loadContent().then(
      (Content) => setContent({ Content }),
      () => setFailedAttempt(attempt),
    )
  }, [isSeen, attempt, googleMapsApiKey])
  return (
    <section ref={frame} className="offquad-map" aria-label={label} onScroll={undoScroll}>
      {content ? (
        <content.Content {...props} />
      ) : failedAttempt === attempt ? (
        <MapFailure onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <MapBone />
      )}
    </section>
  )
}

/** Focus and find-in-page scroll even a box with hidden overflow; the map itself moves instead. */
function undoScroll({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.scrollTop = 0
  currentTarget.scrollLeft = 0
}
