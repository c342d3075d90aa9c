import { registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { type PublishedApp, REMOTE_MANIFEST } from '@offquad/contracts'
import { pageApps, pageData } from '../page-data'
import { remoteOverrides } from './overrides'

/** Query strings of retries, by base URL: without another URL a browser would reuse a request that hangs. */
const retryQueries = new Map<string, string>()

/** The apps of the page that are remotes. */
export const remoteApps = (): PublishedApp[] => pageApps().filter(({ remote }) => remote)

/** Name of the global that a remote's entry script defines. */
export const containerOf = (app: PublishedApp): string => `mfe_${app.remote?.name ?? ''}`

/** Registers the page's remotes with the federation runtime; manifests that the page contains are not fetched. */
export function registerPageRemotes(): void {
  const { manifests } = pageData()
  registerPlugins([
    {
      name: 'offquad',
      fetch: (url) => {
        const manifest = manifests[new URL(url).pathname]
        return manifest ? Promise.resolve(Response.json(manifest)) : undefined
      },
      createScript: ({ url }) => retriedScript(url),
      // The runtime's stylesheet link would pass for the remote's own, which is awaited and may fail.
      createLink: ({ url, attrs }) => (attrs?.rel === 'stylesheet' ? preloadLink(url) : undefined),
    },
  ])
  registerRemotes(remoteApps().map((app) => ({ name: containerOf(app), entry: manifestUrlOf(app) })))
}

/** Discards every trace of a failed attempt (tags, cached manifest, pending requests), so that the next starts clean. */
export function discardRequests(app: PublishedApp): void {
  const tags = `script[src*="${app.baseUrl}"], link[href*="${app.baseUrl}"]`
  for (const tag of document.querySelectorAll(tags)) tag.remove()
  retryQueries.set(app.baseUrl, `?again=${Date.now()}`)
  registerRemotes([{ name: containerOf(app), entry: manifestUrlOf(app) }], { force: true })
}

const queryOf = ({ baseUrl }: PublishedApp) => retryQueries.get(baseUrl) ?? ''
const manifestUrlOf = (app: PublishedApp) =>
  remoteOverrides()[app.remote?.name ?? ''] ?? `${app.baseUrl}${REMOTE_MANIFEST}${queryOf(app)}`

function retriedScript(url: string): HTMLScriptElement | undefined {
  const { pathname } = new URL(url, location.origin)
  const app = remoteApps().find(({ baseUrl }) => pathname.startsWith(baseUrl))
  if (!app || !queryOf(app)) return undefined
  return Object.assign(document.createElement('script'), { src: url + queryOf(app) })
}

/** Of a stylesheet that the page contains, nothing is requested. */
function preloadLink(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  const inlined = [...document.querySelectorAll<HTMLElement>('style[data-href]')]
  if (inlined.some(({ dataset }) => href.endsWith(`/${dataset.href}`))) return link
  return Object.assign(link, { rel: 'preload', as: 'style', href })
}
