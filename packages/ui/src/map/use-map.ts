import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type MapProvider, type OpenMap, type Point } from './map-provider'

interface UseMapOptions {
  center: Point
  zoom: number
  tilesUrl?: string
  googleMapsApiKey?: string
}

export interface MapHandle {
  surface: RefObject<HTMLDivElement | null>
  /** undefined until the map is open */
  provider: MapProvider | undefined
  hasFailed: boolean
  retry: () => void
}

// Loaded when a map is first shown: most pages have none.
const openMap: OpenMap = async (element, options) => {
  if (!options.googleMapsApiKey) {
    const { openLeafletMap } = await import('./leaflet-map')
    return openLeafletMap(element, options)
  }
  const { openGoogleMap } = await import('./google-map')
  return openGoogleMap(element, options)
}

/** Opens a map in an element and closes it on unmount; renders again whenever the map moves. */
export function useMap({ center, zoom, tilesUrl, googleMapsApiKey }: UseMapOptions): MapHandle {
  const surface = useRef<HTMLDivElement>(null)
  const [provider, setProvider] = useState<MapProvider>()
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  const [, setMoves] = useState(0)
  const begin = useRef({ center, zoom })

  useEffect(() => {
    const element = surface.current
    if (!element) return
    let opened: MapProvider | undefined
    let isClosed = false
    const onMove = () => {
      if (!isClosed) setMoves((count) => count + 1)
    }
    openMap(element, { ...begin.current, onMove, tilesUrl, googleMapsApiKey }).then(
      (map) => {
        opened = map
        if (isClosed) map.close()
        else setProvider(map)
      },
      () => {
        if (!isClosed) setFailedAttempt(attempt)
      },
    )
    return () => {
      isClosed = true
      opened?.close()
      setProvider(undefined)
    }
  }, [attempt, tilesUrl, googleMapsApiKey])

  const { latitude, longitude } = center
  useEffect(() => {
    begin.current = { center: { latitude, longitude }, zoom }
    provider?.setView({ latitude, longitude }, zoom)
  }, [provider, latitude, longitude, zoom])

  return {
    surface,
    provider,
    hasFailed: failedAttempt === attempt,
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
