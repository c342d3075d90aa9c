import { loadRemoteDefinition } from '@offquad/web-kit'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { type PageHandle } from '../routes'
import { savesData } from '../early/connection'

/** A touch also triggers pointerover, before it is known to be a tap. */
const SIGNS = ['pointerover', 'focusin'] as const

/** Loads the code of a page when the visitor is about to follow a link to it, unless they save data. */
export function loadPagesOnIntent(routes: RouteObject[]): void {
  if (savesData()) return
  const load = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin !== location.origin) return
    const handle = matchRoutes(routes, link.pathname)?.at(-1)?.route.handle as PageHandle | undefined
    // The page itself will report a failure.
    if (handle?.remote && !handle.isForAdmins)
      loadRemoteDefinition(handle.remote, handle.path).catch(() => undefined)
  }
  for (const sign of SIGNS) document.addEventListener(sign, load, { passive: true })
}
