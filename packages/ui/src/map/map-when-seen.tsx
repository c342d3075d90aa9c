import '../state/skeleton.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { lazyComponent } from '../lazy-component'
import { loadLibrary } from './load-map'
import { type MapViewProps } from './map-view'

/** The distance from the window at which a map is loaded, so that it is ready when the reader scrolls to it. */
const MARGIN = '200px'

/** A placeholder with the map's name, for screen readers and links. */
const Place = ({ label }: Pick<MapViewProps, 'label'>) => (
  <section className="offquad-map-place offquad-fill" aria-label={label}>
    <div className="offquad-bone offquad-fill" />
  </section>
)

const LoadedMap = lazyComponent(async () => (await import('./map-view')).MapView, {
  label: 'The map',
  Placeholder: Place,
})

/**
 * A map whose pins are links. It fills its parent. Its code is loaded when a map is first near the window, because running it
 * takes a phone most of a second, during which taps elsewhere on the page would wait.
 */
export function MapView(props: MapViewProps) {
  const { googleMapsApiKey } = props
  const place = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(place)
  useEffect(() => {
    // The map needs the library next, and handles its failure.
    if (isSeen) loadLibrary({ googleMapsApiKey }).catch(() => undefined)
  }, [isSeen, googleMapsApiKey])
  return (
    <div ref={place} className="offquad-map-frame offquad-fill">
      {isSeen ? <LoadedMap {...props} /> : <Place label={props.label} />}
    </div>
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
