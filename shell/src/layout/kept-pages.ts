import { type Endpoint } from '@offquad/contracts'
import { currentUser, isOffline, pageData, remoteOverrides, urlOf } from '@offquad/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { connection, isSlow } from '../early/connection'
import { whenIdle } from '../when-idle'
import { isKeptFile, isKeptPage, isListPage, type PageShown, titleUrl } from '../worker/rules'

/** Makes the service worker store the files and responses that this page needs to open without a network. */
export function useKeptPages(): void {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const isLoaded = useRef(false)
  useEffect(() => {
    const isFirst = !isLoaded.current
    isLoaded.current = true
    // The first page to store installs the worker; from then on the worker receives deploys, too.
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

/** Not for visitors who save data, nor for versions that only this visitor has. */
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
  // Nothing is awaited from here on, because the session may end meanwhile.
  if (location.pathname !== pathname) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const shown = { ...page, files: loaded.filter(isKeptFile), ...answersOn(pathname, client) }
  active?.postMessage(shown satisfies PageShown)
}

/** Responses to the page's `apiQuery` queries: on a list's page all of them, on a place's page only the public ones. */
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
