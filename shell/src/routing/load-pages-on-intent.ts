import { loadRemoteDefinition } from '@offquad/web-kit'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { type PageHandle } from '../routes'
import { connection, isSlow, savesData } from '../early/connection'

/** A touch also triggers pointerover, before it is known to be a tap. */
const SIGNS = ['pointerover', 'focusin'] as const

/** Loads the code of a page when the visitor is about to follow a link to it, unless they save data. */
export function loadPagesOnIntent(routes: RouteObject[]): void {
  if (savesData()) return
  const load = ({ target }: Event) => {
    if (target instanceof Element) loadPageOf(target.closest('a'), routes)
  }
  for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true })
}

/** The time after which the visitor is assumed to choose a card. */
const SETTLED_MS = 1_500

/**
 * Loads the code of the page that the cards of a list lead to once the browser has nothing else to do, unless the
 * connection is slow. @returns a function that cancels the load
 */
export function loadPageOfCards(routes: RouteObject[]): () => void {
  const link = connection()
  const timer = setTimeout(() => {
    if (link && isSlow(link)) return
    // Missing in Safari.
    window.requestIdleCallback?.(() => loadPageOf(document.querySelector('a.offquad-card-link'), routes))
  }, SETTLED_MS)
  return () => clearTimeout(timer)
}

function loadPageOf(link: HTMLAnchorElement | null, routes: RouteObject[]): void {
  if (link?.origin !== location.origin) return
  const handle = matchRoutes(routes, link.pathname)?.at(-1)?.route.handle as PageHandle | undefined
  // The page itself will report a failure.
  if (handle?.remote && !handle.isForAdmins)
    loadRemoteDefinition(handle.remote, handle.path).catch(() => undefined)
}
