import { readSession, writeSession } from '@offquad/web-kit'
import { type Location } from 'react-router-dom'
import { Type } from 'typebox'

const ENTRY = 'scroll-positions'
const Positions = Type.Record(Type.String(), Type.Number())

/** The scroll positions of pages, until the tab is closed. */
export interface ScrollPositions {
  /** Call before a navigation. @param isKept whether the next page keeps the position of this one */
  keepNext: (isKept: boolean) => void
  /** Stores the position of the current page; call while it is still shown. */
  leave: () => void
  /** Scrolls a page to its stored position, to the element in its URL, or to the top. */
  arrive: (location: Location) => void
  /** Disables the browser's own scroll restoration. @returns enables it again */
  takeOver: () => () => void
}

/** @param keyOf pages with the same key share a position */
export function createScrollPositions(keyOf: (location: Location) => string): ScrollPositions {
  const positions = new Map(Object.entries(readSession(ENTRY, Positions) ?? {}))
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
      if (!isKept && !elementOf(location.hash)) window.scrollTo(0, 0)
      if (location.hash) stopWaiting = scrollOnceThere(location.hash)
    },
    takeOver() {
      // Except when it loads a document, the browser would scroll before the page is rendered.
      const begin = () => (history.scrollRestoration = 'manual')
      const end = () => {
        leave()
        writeSession(ENTRY, Object.fromEntries(positions))
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

/** Events by which visitors scroll themselves. */
const OWN_SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a position as soon as the page is long enough, because some of its content may load later; and again after the
 * page was shorter, for example when its skeleton was longer than its first content.
 * @returns a function that gives up
 */
function scrollWhenLongEnough(position: number): () => void {
  const scroll = () => {
    window.scrollTo(0, position)
    return Math.abs(window.scrollY - position) < 1
  }
  let isReached = scroll()
  return whenResized(() => {
    const longest = document.documentElement.scrollHeight - innerHeight
    isReached = isReached ? longest > position - 1 : scroll()
  })
}

/** Scrolls to the element that a hash names as soon as it is there. @returns a function that gives up */
function scrollOnceThere(hash: string): () => void {
  let isReached = false
  const scroll = () => {
    const element = isReached ? null : elementOf(hash)
    element?.scrollIntoView()
    isReached ||= element !== null
  }
  scroll()
  return whenResized(scroll)
}

/** Calls back whenever the height of the page changes, until the visitor scrolls. @returns a function that stops watching */
function whenResized(onResize: () => void): () => void {
  const observer = new ResizeObserver(onResize)
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
    // The hash cannot be decoded, so it is not an id.
    return null
  }
}
