import path from 'node:path'
import { type PublishedApp } from '@offquad/contracts'
import { LRUCache } from 'lru-cache'
import { type Preview } from '../deploys/site-state'
import { type LoadedVersion, loadVersion } from '../site/load-version'

export interface ActivePreviews {
  versions: LoadedVersion[]
  /** The new value of the cookie; absent: unchanged. */
  cookie?: string
}

interface PreviewsDeps {
  folder: string
  /** As last read. */
  previews(): readonly Preview[]
  /** Reloads the shared state: a link may be newer than the state this gateway has read. */
  refresh(): Promise<void>
  /** Cookies are sent over HTTPS only. */
  isSecure: boolean
}

const COOKIE = 'offquad-preview'
const TOKEN = /^[\w-]{16,64}$/
const IN_COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`)
const MAX_TOKENS = 10
const REFRESH_EVERY_MS = 1_000
const MAX_LOADED_VERSIONS = 50

export type Previews = ReturnType<typeof openPreviews>

/** Finds the previews whose links a visitor has opened, by the tokens in the query of a page or in the cookie it set. */
export function openPreviews({ folder, previews, refresh, isSecure }: PreviewsDeps) {
  const loaded = new LRUCache<string, LoadedVersion, PublishedApp>({
    max: MAX_LOADED_VERSIONS,
    // A version without its files is not cached: they may come later, or be readable again.
    fetchMethod: (_baseUrl, _cached, { context: app }) =>
      loadVersion(path.join(folder, app.app, app.version), app).catch(() => undefined),
  })
  let refreshedAt = 0
  const attributes = `Path=/; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`
  const cookieOf = (tokens: string[]) =>
    tokens.length > 0
      ? `${COOKIE}=${tokens.join('.')}; ${attributes}`
      : `${COOKIE}=; Max-Age=0; ${attributes}`

  const findActive = (token: string): Preview[] =>
    previews().filter((preview) => preview.token === token && new Date(preview.expiresAt) > new Date())

  async function activeOrNew(tokens: string[]): Promise<Preview[]> {
    const isUnknown = tokens.some((token) => findActive(token).length === 0)
    if (isUnknown && Date.now() - refreshedAt > REFRESH_EVERY_MS) {
      refreshedAt = Date.now()
      await refresh().catch(() => undefined)
    }
    return tokens.flatMap(findActive)
  }

  async function findAll(stored: string[], requested: string | undefined): Promise<ActivePreviews> {
    const tokens =
      requested === undefined ? stored : [requested, ...stored.filter((token) => token !== requested)]
    const byApp = new Map<string, Preview>()
    // The link opened last decides which version of an app is shown.
    for (const preview of await activeOrNew(tokens.slice(0, MAX_TOKENS)))
      if (!byApp.has(preview.app.app)) byApp.set(preview.app.app, preview)
    const shown = [...byApp.values()]
    const versions = await Promise.all(shown.map(({ app }) => loaded.fetch(app.baseUrl, { context: app })))
    const active = [...new Set(shown.map(({ token }) => token))]
    const isUnchanged = active.join('.') === stored.join('.')
    return {
      versions: versions.filter((version) => version !== undefined),
      ...(!isUnchanged && { cookie: cookieOf(active) }),
    }
  }

  return {
    find(cookies: string | undefined, url: string): Promise<ActivePreviews> | undefined {
      const inCookie = cookies && IN_COOKIE.exec(cookies)?.[1]
      const requested = url.includes('preview=') ? requestedIn(url) : undefined
      if (!inCookie && requested === undefined) return undefined
      if (requested === 'off')
        return Promise.resolve({ versions: [], ...(inCookie && { cookie: cookieOf([]) }) })
      const stored = inCookie ? inCookie.split('.').filter((token) => TOKEN.test(token)) : []
      return findAll(stored, requested !== undefined && TOKEN.test(requested) ? requested : undefined)
    },
  }
}

const requestedIn = (url: string): string | undefined =>
  new URL(url, 'http://localhost').searchParams.get('preview') ?? undefined
