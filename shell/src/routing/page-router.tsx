import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import {
  type Location,
  matchRoutes,
  type NavigateOptions,
  type NavigationType,
  type Navigator,
  type RouteObject,
  Router,
  type To,
  type UNSAFE_createBrowserHistory,
  useRoutes,
} from 'react-router-dom'
import { loadPageOfCards } from './load-pages-on-intent'
import { createScrollPositions } from './scroll-positions'
import { hidePreview, showPage, watchCards } from './view-transition'

/** The browser's history, or that of a page on the server. */
export type PageHistory = ReturnType<typeof UNSAFE_createBrowserHistory>

interface PageRouterProps {
  history: PageHistory
  routes: RouteObject[]
}

interface Shown {
  location: Location
  action: NavigationType
}

/**
 * Shows the page of the current URL. It replaces the router's `RouterProvider`, whose loaders, actions and fetchers are 14 KB
 * (brotli) that no page uses, because the gateway and the query client provide the data (ADR 014).
 */
export function PageRouter({ history, routes }: PageRouterProps) {
  const [{ location, action }, setShown] = useState<Shown>(() => ({
    location: history.location,
    action: history.action,
  }))
  const [scrolling] = useState(() => createScrollPositions((of) => scrollKey(of, routes)))
  const navigator = useMemo<Navigator>(() => {
    const navigateBy = (way: 'push' | 'replace') => (to: To, state?: unknown, options?: NavigateOptions) => {
      scrolling.keepNext(options?.preventScrollReset === true)
      const { offquadOverlays } = entryState()
      history[way](to, state)
      // The entry is still that of the overlay.
      if (way === 'replace' && offquadOverlays)
        window.history.replaceState({ ...entryState(), offquadOverlays }, '')
    }
    const { createHref, encodeLocation, go } = history
    return { createHref, encodeLocation, go, push: navigateBy('push'), replace: navigateBy('replace') }
  }, [history, scrolling])
  useLayoutEffect(() => {
    let current = withKey(history.location)
    let { idx } = entryState()
    return history.listen((next) => {
      const location = withKey(next.location)
      const isOfOverlay = next.action === 'POP' && idx !== undefined && idx === entryState().idx
      idx = entryState().idx
      // Closing an overlay leaves its history entry, which is of the same page: nothing is rendered again.
      if (isSamePage(current, location)) return
      if (isOfOverlay) return keepUrl(current)
      current = location
      scrolling.leave()
      showPage(location.pathname, () => setShown({ location, action: next.action }))
    })
  }, [history, scrolling])
  useLayoutEffect(hidePreview, [location])
  useLayoutEffect(() => {
    // No return: newer browsers scroll with a promise, which React would take for a cleanup.
    scrolling.arrive(withKey(location))
  }, [scrolling, location])
  useEffect(() => scrolling.takeOver(), [scrolling])
  useEffect(() => watchCards(), [])
  // Not on the home page, where most visitors search.
  useEffect(() => (location.pathname === '/' ? undefined : loadPageOfCards(routes)), [location, routes])
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      <Routes routes={routes} />
    </Router>
  )
}

/** The key and the number of a history entry, which those of its overlays share, and the number of its overlays: overlay-history.ts of ui. */
const entryState = () =>
  (window.history.state ?? {}) as { key?: string; idx?: number; offquadOverlays?: number }

/** Gives the page's history entry the URL that the page has got below an overlay. */
function keepUrl({ key, state: usr, pathname, search, hash }: Location<unknown>): void {
  window.history.replaceState({ ...entryState(), key, usr }, '', pathname + search + hash)
}

/** Typed addresses and links to a part of the page (`#reviews`) get entries without a key, which gives each its own scroll position. */
function withKey(location: Location): Location {
  const { key = Math.random().toString(36).slice(2, 10) } = entryState()
  if (entryState().key === undefined) window.history.replaceState({ ...entryState(), key }, '')
  return { ...location, key }
}

const isSamePage = (a: Location, b: Location): boolean =>
  (['key', 'pathname', 'search', 'hash'] as const).every((part) => a[part] === b[part])

/** Identifies pages that keep their scroll position by path, all others by their history entry. */
function scrollKey({ key, pathname, hash }: Location, routes: RouteObject[]): string {
  const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as { keepsScroll?: boolean } | undefined
  return (handle?.keepsScroll ? pathname.toLowerCase() : `${key} ${pathname}`) + hash
}

const Routes = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes)
