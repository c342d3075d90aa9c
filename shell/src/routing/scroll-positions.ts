import { type Location } from 'react-router-dom'

const STORAGE_KEY = 'scroll-positions'

/** Where pages were scrolled to, until the tab is closed. */
export interface ScrollPositions {
  /** To be called before a navigation. @param isKept whether the next page keeps the position of this one */
  keepNext: (isKept: boolean) => void
  /** Stores the position of the page that is shown; to be called while it still is. */
  leave: () => void
  /** Scrolls a page to where it was left, to the element that its URL names, or to the top. */
  arrive: (location: Location) => void
  /** Takes the task over from the browser. @returns hands it back */
  takeOver: () => () => void
}

/** @param keyOf pages with the same key share a position */
export function createScrollPositions(keyOf: (location: Location) => string): ScrollPositions {
  const positions = readPositions()
  let shown: Location | undefined
  let isNextKept = false

  let stopWaiting = () => undefined as void

  const leave = () => {
    stopWaiting()
    if (shown) positions.set(keyOf(shown), window.scrollY)
  }

  return {
    leave,
    keepNext(isKept) {
      isNextKept = isKept
    },
    arrive(location) {
      const isFirst = shown === undefined
      const isKept = isNextKept || isFirst
      shown = location
      isNextKept = false
      // The visitor or the browser has scrolled the server's page already.
      if (isFirst && window.scrollY > 0) return
      const position = positions.get(keyOf(location))
      if (position !== undefined) {
        stopWaiting = scrollWhenLongEnough(position)
        return
      }
      const named = elementOf(location.hash)
      if (named) return named.scrollIntoView()
      if (!isKept) window.scrollTo(0, 0)
    },
    takeOver() {
      // The browser would scroll before the page is rendered, except when it loads a document.
      const begin = () => (history.scrollRestoration = 'manual')
      const end = () => {
        leave()
        storePositions(positions)
        history.scrollRestoration = 'auto'
      }
      begin()
      window.addEventListener('pageshow', begin)
      window.addEventListener('pagehide', end)
      return () => {
        window.removeEventListener('pageshow', begin)
        window.removeEventListener('pagehide', end)
      }
    },
  }
}

/** What visitors do to scroll themselves. */
const OWN_SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a position as soon as the page reaches as far: some of its content may come later.
 * @returns gives up
 */
function scrollWhenLongEnough(position: number): () => void {
  const scroll = () => {
    window.scrollTo(0, position)
    return Math.abs(window.scrollY - position) < 1
  }
  if (scroll()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (scroll()) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const sign of OWN_SCROLLING) window.removeEventListener(sign, stop)
  }
  observer.observe(document.body)
  for (const sign of OWN_SCROLLING) window.addEventListener(sign, stop, { passive: true })
  return stop
}

function elementOf(hash: string): HTMLElement | null {
  if (!hash) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // Not decodable, so no id.
    return null
  }
}

function readPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
    return new Map(
      Object.entries(stored ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    )
  } catch {
    // There is no storage on the server, and a browser may block it.
    return new Map()
  }
}

function storePositions(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(positions)))
  } catch {
    // Positions then last until the next document.
  }
}
