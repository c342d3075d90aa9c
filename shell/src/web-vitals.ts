import { type PublishedApp, type WebVital } from '@offquad/contracts'
import { currentRoute, pageData, reportVital, shellOfPage } from '@offquad/web-kit'
import { onCLS, onLCP } from 'web-vitals'

/** Whose content it is, and on which route. */
interface Place {
  app: PublishedApp | undefined
  route: string | undefined
}

interface Measured extends Place {
  name: WebVital
  value: number
  reported?: number
}

/** Changes are attributed while what was painted, touched or moved is still there. */
const EACH_CHANGE = { reportSoftNavs: true, reportAllChanges: true }

/** Interactions that take less are all alike (two and a half frames, as web-vitals has it). */
const MIN_DURATION_MS = 40
const MAX_TOUCHES = 10

/** Measures how fast and steady the content of each slice is, and reports it whenever the page is hidden. */
export function measureWebVitals(): void {
  const all = new Map<string, Measured>()
  const keep = (key: string, measured: Measured) => all.set(key, { ...all.get(key), ...measured })

  onLCP(({ id, value, entries, navigationURL = location.href }) => {
    keep(id, { name: 'LCP', value, ...placeOf(entries.at(-1)?.element, new URL(navigationURL)) })
  }, EACH_CHANGE)

  onCLS(({ id, value, entries, navigationURL = location.href }) => {
    const shift = entries.toSorted((one, other) => other.value - one.value)[0]
    const moved = shift?.sources.toSorted((one, other) => areaOf(other) - areaOf(one))[0]
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
 * Calls `onInteraction` with how long each took. Not web-vitals' `onINP`, which has one for the whole page: the slowest would hide
 * those of all other slices.
 * @returns a function that calls it with what the browser has not handed over yet
 */
function watchInteractions(onInteraction: (ms: number, place: Place) => void): () => void {
  /** What was touched when: later it may be gone, and the page another one. */
  const touches: { at: number; place: Place }[] = []
  const note = ({ type, target, timeStamp, isTrusted }: Event) => {
    if (!isTrusted) return
    const place = placeOf(target instanceof Node ? target : undefined)
    touches.push({ at: timeStamp, place })
    touches.splice(0, touches.length - MAX_TOUCHES)
    // The browser mentions it only if it takes long; a press may also begin to scroll.
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

/** The slice around a node, and the route of a URL; of a node that is gone, the slice whose page it is. */
function placeOf(node: Node | null | undefined, at: { pathname: string } = location): Place {
  const route = currentRoute(at)
  const element = node instanceof Element ? node : node?.parentElement
  const name = element?.closest<HTMLElement>('[data-app]')?.dataset.app
  const app = element
    ? (pageData().registry.apps.find((one) => one.app === name) ?? shellOfPage())
    : route?.app
  return { app, route: route?.template }
}

const areaOf = ({ currentRect }: LayoutShiftAttribution): number => currentRect.width * currentRect.height
