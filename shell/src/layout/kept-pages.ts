import { type Endpoint } from '@offquad/contracts'
import { currentUser, pageData, remoteOverrides, urlOf } from '@offquad/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { connection, isSlow } from '../early/connection'
import { whenIdle } from '../when-idle'
import { isKeptFile, isKeptPage, isListPage, type PageShown } from '../worker/rules'

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
        const answers = isListPage(pathname) && currentUser() ? answersOn(client) : []
        // Optional: nothing on the page depends on it.
        if (location.pathname === pathname) void tell({ ...page, answers }).catch(() => undefined)
      })
    }
    tellOnceIdle({
      ...(isKeptPage(pathname) && { path: pathname }),
      ...(isFirst && { bases: pageData().registry.apps.map(({ baseUrl }) => baseUrl) }),
    })
    if (!isListPage(pathname)) return
    return client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') tellOnceIdle()
    })
  }, [pathname, client])
}

/** Not for those who pay for what they load, nor for versions that only this visitor has. */
function isPossible(): boolean {
  const current = connection()
  const isSpared = !navigator.onLine || (current && isSlow(current))
  const isOwn = pageData().previews || Object.keys(remoteOverrides()).length > 0
  return 'serviceWorker' in navigator && !isSpared && !isOwn && !location.pathname.startsWith('/admin')
}

async function tell(page: Omit<PageShown, 'files'>): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ ...page, files: loaded.filter(isKeptFile) } satisfies PageShown)
}

/** The responses that queries of `apiQuery` on the page have got. */
const answersOn = (client: QueryClient): PageShown['answers'] =>
  client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'success' })
    .flatMap(({ queryKey, state }) => {
      const [path, params, query] = queryKey
      if (queryKey.length !== 3 || typeof query !== 'object') return []
      return [[urlOf({ path } as Endpoint, { params, query } as never), state.data]]
    })
