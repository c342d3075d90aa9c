import { type PublishedApp, type WebVital } from '@offquad/contracts'
import { currentRoute, pageData, reportVital, shellOfPage } from '@offquad/web-kit'
import { onCLS, onLCP } from 'web-vitals'

/** The owner of content, and its route. */
interface Place {
  app: PublishedApp | undefined
  route: string | undefined
}

interface Measured extends Place {
  name: WebVital
  value: number
  reported?: number
}

/** Attributes each change while the painted, touched or moved element still exists. */
const EACH_CHANGE = { reportSoftNavs: true, reportAllChanges: true }

/** Shorter interactions are all equally fast (two and a half frames, the default of web-vitals). */
const MIN_DURATION_MS = 40
const MAX_TOUCHES = 10

/** Measures the speed and stability of each slice's content, and reports them whenever the page is hidden. */
export function measureWebVitals(): void {
  const all = new Map<string, Measured>()
  const keep = (key: string, measured: Measured) => all.set(key, { ...all.get(key), ...measured })

  onLCP(({ id, value, entries, navigationURL = location.href }) => {
    keep(id, { name: 'LCP', value, ...placeOf(entries.at(-1)?.element, new URL(navigationURL)) })
  }, EACH_CHANGE)

  onCLS(({ id, value, entries, navigationURL = location.href }) => {
    const shift = entries.toSorted((a, b) => b.value - a.value)[0]
    const moved = shift?.sources.toSorted((a, b) => areaOf(b) - areaOf(a))[0]
    const at = shift ? location : new URL(navigationURL)
    if (value !== all.get(id)?.value) keep(id, { name: 'CLS', value, ...placeOf(moved?.node, at) })
  }, EACH_CHANGE)

  const takeInteractions = watchInteractions((value, place) => {
    const key = `INP ${place.app?.app} ${place.route}`
    if (value >= (all.get(key)?.value ?? 0)) keep(key, { name: 'INP', value, ...place })
  })

  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    takeInteractions()
    for (const measured of all.values()) {
      const { app, name, value, route, reported } = measured
      if (app && value !== reported) reportVital(app, name, value, route)
      measured.reported = value
    }
  })
}

/**
 * Calls `onInteraction` with the duration of each interaction. Not web-vitals' `onINP`, which reports one per page: the slowest
 * would hide those of all other slices.
 * @returns a function that calls it with the entries that the browser has not delivered yet
 */
function watchInteractions(onInteraction: (ms: number, place: Place) => void): () => void {
  /** Recorded at once: later the touched element may be removed, or the page may have changed. */
  const touches: { at: number; place: Place }[] = []
  const note = ({ type, target, timeStamp, isTrusted }: Event) => {
    if (!isTrusted) return
    const place = placeOf(target instanceof Node ? target : undefined)
    touches.push({ at: timeStamp, place })
    touches.splice(0, touches.length - MAX_TOUCHES)
    // The browser reports only long interactions; a press may also begin to scroll.
    if (type !== 'pointerdown') onInteraction(0, place)
  }
  for (const type of ['pointerdown', 'click', 'keydown'])
    addEventListener(type, note, { capture: true, passive: true })

  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries as PerformanceEventTiming[]) {
      const touch = touches.findLast(({ at }) => at <= entry.startTime)
      if (entry.interactionId) onInteraction(entry.duration, touch?.place ?? placeOf(entry.target))
    }
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'event', buffered: true, durationThreshold: MIN_DURATION_MS })
  return () => take(observer.takeRecords())
}

/** The slice around a node, and the route of a URL; for a removed node, the slice of the page. */
function placeOf(node: Node | null | undefined, at: { pathname: string } = location): Place {
  const route = currentRoute(at)
  const element = node instanceof Element ? node : node?.parentElement
  const name = element?.closest<HTMLElement>('[data-app]')?.dataset.app
  const app = element
    ? (pageData().registry.apps.find(({ app }) => app === name) ?? shellOfPage())
    : route?.app
  return { app, route: route?.template }
}

const areaOf = ({ currentRect }: LayoutShiftAttribution): number => currentRect.width * currentRect.height
