import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { loadLibrary } from './load-map'
import { type Position } from './map-labels'
import { type BaseMap, type MapBounds, type MapProvider, type Point } from './map-provider'

interface UseMapOptions extends BaseMap {
  center: Point
  zoom: number
  /** Initial bounds, shown instead of the center. */
  bounds?: MapBounds
  /** Called when the map has opened and whenever it has stopped moving, with whether the user moved it. */
  onSettle: (provider: MapProvider, isByUser: boolean) => void
}

/** An open map with layers that move along with it. */
export interface DrawnMap extends MapProvider {
  /** Pixels on the layer. They are constant until the zoom changes. */
  place(point: Point): Position
  /** The origin of the layer, in pixels from the top left corner of the map. */
  origin(): Position
}

export interface MapHandle {
  surface: RefObject<HTMLDivElement | null>
  /** The elements that move along with the map: one for pins and labels, one for the drawing on the ground. */
  layer: RefObject<HTMLDivElement | null>
  ground: RefObject<HTMLDivElement | null>
  /** An element that follows a point of the layer but has to stay on the map; its --map-x and --map-y are the layer's origin. */
  floating: RefObject<HTMLDivElement | null>
  /** undefined until the map is open */
  map: DrawnMap | undefined
  /** Marks the next movement as the user's or the page's. */
  markMove: (isByUser: boolean) => void
  hasFailed: boolean
  retry: () => void
}

/** The movement, as a share of the map's size, after which pins that have come into view are drawn. */
const REDRAWN_AFTER = 0.25

/**
 * Opens a map in an element, and closes it on unmount. Renders again when the map has stopped moving, has
 * another zoom, or has moved far: in between it only moves the layer.
 */
export function useMap({ center, zoom, bounds, onSettle, ...baseMap }: UseMapOptions): MapHandle {
  const surface = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const ground = useRef<HTMLDivElement>(null)
  const floating = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<DrawnMap>()
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  const [, setFrame] = useState(0)
  const drawn = useRef({ zoom, origin: { x: 0, y: 0 } })
  const isByUser = useRef(false)
  const begin = useRef({ center, zoom })
  const shownBounds = useRef(bounds)
  const settle = useEffectEvent(onSettle)
  useEffect(() => {
    shownBounds.current = bounds
  })

  const markMove = useCallback((next: boolean) => {
    isByUser.current = next
  }, [])

  const moveLayer = useCallback(({ x, y }: Position) => {
    for (const { current } of [layer, ground])
      if (current) current.style.transform = `translate3d(${x}px, ${y}px, 0)`
    floating.current?.style.setProperty('--map-x', `${x}px`)
    floating.current?.style.setProperty('--map-y', `${y}px`)
  }, [])

  const { googleMapsApiKey, vectorTilesUrl, tilesUrl, tilesAttribution } = baseMap
  useEffect(() => {
    const element = surface.current
    if (!element) return
    let opened: DrawnMap | undefined
    let isClosed = false
    const redraw = () => setFrame((count) => count + 1)
    const onMove = () => {
      if (isClosed || !opened) return
      const origin = opened.origin()
      if (opened.zoom() !== drawn.current.zoom) return redraw()
      moveLayer(origin)
      const { x, y } = drawn.current.origin
      const isFar =
        Math.abs(origin.x - x) > element.clientWidth * REDRAWN_AFTER ||
        Math.abs(origin.y - y) > element.clientHeight * REDRAWN_AFTER
      if (isFar) redraw()
    }
    const onSettled = () => {
      if (isClosed || !opened) return
      const provider = opened
      // Not urgent at the end of a drag: the layer has moved already, and only content beyond its edges changes.
      startTransition(() => {
        redraw()
        settle(provider, isByUser.current)
        isByUser.current = false
      })
    }
    const options = {
      ...begin.current,
      googleMapsApiKey,
      vectorTilesUrl,
      tilesUrl,
      tilesAttribution,
      onMove,
      onGesture: () => markMove(true),
      onSettle: onSettled,
    }
    const opening = loadLibrary(options).then((open) => open(element, options))
    opening.then(
      (provider) => {
        opened = withLayer(provider, begin.current.center)
        if (isClosed) return provider.close()
        if (shownBounds.current) provider.showBounds(shownBounds.current)
        setMap(opened)
        settle(opened, false)
      },
      () => {
        if (!isClosed) setFailedAttempt(attempt)
      },
    )
    return () => {
      isClosed = true
      opened?.close()
      setMap(undefined)
    }
  }, [attempt, googleMapsApiKey, vectorTilesUrl, tilesUrl, tilesAttribution, moveLayer, markMove])

  const { latitude, longitude } = center
  useEffect(() => {
    begin.current = { center: { latitude, longitude }, zoom }
    markMove(false)
    if (!shownBounds.current) map?.setView({ latitude, longitude }, zoom)
  }, [map, latitude, longitude, zoom, markMove])

  useLayoutEffect(() => {
    if (!map) return
    const origin = map.origin()
    drawn.current = { zoom: map.zoom(), origin }
    moveLayer(origin)
  })

  return {
    surface,
    layer,
    ground,
    floating,
    map,
    markMove,
    hasFailed: failedAttempt === attempt,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

/** Adds positions on the layer, whose origin stays at the same point when the map moves. */
function withLayer(provider: MapProvider, start: Point): DrawnMap {
  return {
    ...provider,
    origin: () => provider.project(start),
    place(point) {
      const [{ x, y }, from] = [provider.project(point), provider.project(start)]
      return { x: x - from.x, y: y - from.y }
    },
  }
}
