import '../state/skeleton.css'
import './map-when-seen.css'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../button/button'
import { StateMessage } from '../state/state-message'
import { loadLibrary } from './load-map'
import { type MapViewProps } from './map-view'

/** How far from the window a map is loaded, so that it is ready when the page is scrolled to it. */
const MARGIN = '200px'

/** The map's component, once it is loaded. */
let Loaded: ComponentType<MapViewProps> | undefined

/**
 * A map whose pins are links. It fills its parent. Its code is loaded when a map is first near the window: running it takes a
 * phone most of a second, in which taps elsewhere on the page would wait.
 */
export function MapView(props: MapViewProps) {
  const { label, googleMapsApiKey } = props
  const place = useRef<HTMLElement>(null)
  const isSeen = useIsSeen(place)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  useEffect(() => {
    if (!isSeen || Loaded) return
    let isCurrent = true
    // The map needs it next, and handles its failure.
    loadLibrary({ googleMapsApiKey }).catch(() => undefined)
    import('./map-view').then(
      (module) => {
        Loaded = module.MapView
        if (isCurrent) setState('loaded')
      },
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [isSeen, attempt, googleMapsApiKey])
  if (isSeen && Loaded) return <Loaded {...props} />
  return (
    <section ref={place} className="offquad-map-place" aria-label={label}>
      {state === 'failed' ? (
        <StateMessage
          title="The map cannot be loaded right now."
          action={
            <Button
              onClick={() => {
                setState('loading')
                setAttempt(attempt + 1)
              }}
            >
              Try again
            </Button>
          }
        />
      ) : (
        <div className="offquad-bone" />
      )}
    </section>
  )
}

/** Whether an element is, or has been, in or near the window. */
function useIsSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
