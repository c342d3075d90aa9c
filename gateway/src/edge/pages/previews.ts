import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { type LoadedVersion, loadVersion, type Preview } from '../../control-plane'

/** The links a visitor has opened: tokens of previews, from the query of a page or from the cookie it set. */
export interface Previews {
  /** The versions a visitor sees, and what their browser is to remember from here on. */
  find(cookies: string | undefined, url: string): Promise<Found> | undefined
}

export interface Found {
  versions: LoadedVersion[]
  /** Absent: as it is. */
  cookie?: string
}

interface PreviewsDeps {
  folder: string
  /** As last read. */
  previews(): readonly Preview[]
  /** Reads again what all gateways share: a link may be younger than what this one has read. */
  refresh(): Promise<void>
  /** Cookies are for HTTPS alone. */
  isSecure: boolean
}

const COOKIE = 'offquad-preview'
const TOKEN = /^[\w-]{16,64}$/
const IN_COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`)
const MAX_TOKENS = 10
const REFRESH_EVERY_MS = 1_000
const LOADED_VERSIONS = 50

export function openPreviews({ folder, previews, refresh, isSecure }: PreviewsDeps): Previews {
  const loaded = new LRUCache<string, Promise<LoadedVersion | undefined>>({ max: LOADED_VERSIONS })
  let refreshedAt = 0
  const attributes = `Path=/; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`
  const cookieOf = (tokens: string[]) =>
    tokens.length > 0
      ? `${COOKIE}=${tokens.join('.')}; ${attributes}`
      : `${COOKIE}=; Max-Age=0; ${attributes}`

  const active = (token: string): Preview | undefined =>
    previews().find((preview) => preview.token === token && new Date(preview.expiresAt) > new Date())

  async function activeOrNew(tokens: string[]): Promise<Preview[]> {
    const isUnknown = tokens.some((token) => !active(token))
    if (isUnknown && Date.now() - refreshedAt > REFRESH_EVERY_MS) {
      refreshedAt = Date.now()
      await refresh().catch(() => undefined)
    }
    return tokens.flatMap((token) => active(token) ?? [])
  }

  function load({ app }: Preview): Promise<LoadedVersion | undefined> {
    const known = loaded.get(app.baseUrl)
    if (known) return known
    const version = loadVersion(path.join(folder, app.app, app.version), app).catch(() => undefined)
    loaded.set(app.baseUrl, version)
    return version
  }

  async function findAll(known: string[], requested: string | undefined): Promise<Found> {
    const tokens = requested === undefined ? known : [requested, ...known.filter((one) => one !== requested)]
    const byApp = new Map<string, Preview>()
    // The link opened last decides which version of an app is shown.
    for (const preview of await activeOrNew(tokens.slice(0, MAX_TOKENS)))
      if (!byApp.has(preview.app.app)) byApp.set(preview.app.app, preview)
    const shown = [...byApp.values()]
    const versions = (await Promise.all(shown.map(load))).filter((version) => version !== undefined)
    const remembered = shown.map(({ token }) => token)
    const isRemembered = remembered.join('.') === known.join('.')
    return { versions, ...(!isRemembered && { cookie: cookieOf(remembered) }) }
  }

  return {
    find(cookies, url) {
      const inCookie = cookies && IN_COOKIE.exec(cookies)?.[1]
      const requested = url.includes('preview=') ? requestedIn(url) : undefined
      if (!inCookie && requested === undefined) return undefined
      if (requested === 'off')
        return Promise.resolve({ versions: [], ...(inCookie && { cookie: cookieOf([]) }) })
      const known = inCookie ? inCookie.split('.').filter((token) => TOKEN.test(token)) : []
      if (requested === undefined || TOKEN.test(requested)) return findAll(known, requested)
      return findAll(known, undefined)
    },
  }
}

const requestedIn = (url: string): string | undefined =>
  new URL(url, 'http://localhost').searchParams.get('preview') ?? undefined
