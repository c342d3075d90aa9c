import { type Endpoint } from '@offquad/contracts'
import { currentUser, isOffline, pageData, remoteOverrides, urlOf } from '@offquad/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { connection, isSlow } from '../early/connection'
import { whenIdle } from '../when-idle'
import { isKeptFile, isKeptPage, isListPage, type PageShown, titleUrl } from '../worker/rules'

/** Has the service worker keep what this page needs to open without a network. */
export function useKeptPages(): void {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const isLoaded = useRef(false)
  useEffect(() => {
    const isFirst = !isLoaded.current
    isLoaded.current = true
    // The first page to keep installs the worker; from then on it is told about deploys, too.
    if (!isPossible() || !(isKeptPage(pathname) || (isFirst && navigator.serviceWorker.controller))) return
    let isWaiting = false
    function tellOnceIdle(page: Pick<PageShown, 'path' | 'bases'> = {}): void {
      if (isWaiting) return
      isWaiting = true
      whenIdle(() => {
        isWaiting = false
        // Optional: nothing on the page depends on it.
        void tell(pathname, client, page).catch(() => undefined)
      })
    }
    tellOnceIdle({
      ...(isKeptPage(pathname) && { path: pathname }),
      ...(isFirst && { bases: pageData().registry.apps.map(({ baseUrl }) => baseUrl) }),
    })
    if (!isKeptPage(pathname)) return
    return client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') tellOnceIdle()
    })
  }, [pathname, client])
}

/** Not for those who pay for what they load, nor for versions that only this visitor has. */
function isPossible(): boolean {
  const current = connection()
  const isSpared = isOffline() || (current && isSlow(current))
  const isOwn = pageData().previews || Object.keys(remoteOverrides()).length > 0
  return 'serviceWorker' in navigator && !isSpared && !isOwn && !location.pathname.startsWith('/admin')
}

async function tell(
  pathname: string,
  client: QueryClient,
  page: Pick<PageShown, 'path' | 'bases'>,
): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  // From here on at once: the session may have ended meanwhile.
  if (location.pathname !== pathname) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const shown = { ...page, files: loaded.filter(isKeptFile), ...answersOn(pathname, client) }
  active?.postMessage(shown satisfies PageShown)
}

/** The responses that queries of `apiQuery` on the page have got: of a list all, of a place those that everyone gets. */
function answersOn(pathname: string, client: QueryClient): Pick<PageShown, 'answers' | 'isPublic'> {
  const isPublic = !isListPage(pathname)
  if (isPublic ? !isKeptPage(pathname) : !currentUser()) return { answers: [], isPublic }
  const answers = client
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: ({ state, meta }) => state.status === 'success' && (!isPublic || meta?.isPublic === true),
    })
    .flatMap(({ queryKey, state }): PageShown['answers'] => {
      const [path, params, query] = queryKey
      if (queryKey.length !== 3 || typeof query !== 'object') return []
      return [[urlOf({ path } as Endpoint, { params, query } as never), state.data]]
    })
  return { answers: isPublic ? answers : [...answers, [titleUrl(pathname), document.title]], isPublic }
}
