import { registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { type PublishedApp, REMOTE_MANIFEST } from '@offquad/contracts'
import { pageApps, pageData } from '../page-data'
import { remoteOverrides } from './overrides'

/** What is asked for again gets another query, by base URL: a browser shares a request that hangs. */
const queries = new Map<string, string>()

/** The apps of the page that are remotes. */
export const remoteApps = (): PublishedApp[] => pageApps().filter(({ remote }) => remote)

/** Name of the container a remote's entry defines. */
export const containerOf = (app: PublishedApp): string => `mfe_${app.remote?.name ?? ''}`

/** Makes the remotes of the page's registry known; manifests that came with the page are not fetched again. */
export function registerPageRemotes(): void {
  const { manifests } = pageData()
  registerPlugins([
    {
      name: 'offquad',
      fetch: (url) => {
        const manifest = manifests[new URL(url).pathname]
        return manifest ? Promise.resolve(Response.json(manifest)) : undefined
      },
      createScript: ({ url }) => scriptAskedForAgain(url),
      // The runtime's stylesheet would pass for the remote's own, which is waited for and may fail.
      createLink: ({ url, attrs }) => (attrs?.rel === 'stylesheet' ? preloadLink(url) : undefined),
    },
  ])
  registerRemotes(remoteApps().map((app) => ({ name: containerOf(app), entry: manifestUrlOf(app) })))
}

/** Has the next attempt at a remote begin with nothing of this one: no tag, no cached manifest, other requests. */
export function forgetRequests(app: PublishedApp): void {
  const tags = `script[src*="${app.baseUrl}"], link[href*="${app.baseUrl}"]`
  for (const tag of document.querySelectorAll(tags)) tag.remove()
  queries.set(app.baseUrl, `?again=${Date.now()}`)
  registerRemotes([{ name: containerOf(app), entry: manifestUrlOf(app) }], { force: true })
}

const queryOf = ({ baseUrl }: PublishedApp) => queries.get(baseUrl) ?? ''
const manifestUrlOf = (app: PublishedApp) =>
  remoteOverrides()[app.remote?.name ?? ''] ?? `${app.baseUrl}${REMOTE_MANIFEST}${queryOf(app)}`

function scriptAskedForAgain(url: string): HTMLScriptElement | undefined {
  const { pathname } = new URL(url, location.origin)
  const app = remoteApps().find(({ baseUrl }) => pathname.startsWith(baseUrl))
  if (!app || !queryOf(app)) return undefined
  return Object.assign(document.createElement('script'), { src: url + queryOf(app) })
}

const preloadLink = (href: string): HTMLLinkElement =>
  Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href })
