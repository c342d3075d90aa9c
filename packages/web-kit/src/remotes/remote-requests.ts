import { registerRemotes } from '@module-federation/enhanced/runtime'
import { type PublishedApp } from '@offquad/contracts'
import { pageApps } from '../page-data'
import { remoteOverrides } from './overrides'

/** Query strings of retries, by base URL: with the same URL a browser would reuse a request that hangs. */
const retryQueries = new Map<string, string>()

/** The apps of the page that are remotes. */
export const remoteApps = (): PublishedApp[] => pageApps().filter(({ remote }) => remote)

/** Name of the global that a remote's entry script defines. */
export const containerOf = (app: PublishedApp): string => `mfe_${app.remote?.name ?? ''}`

/** The script that defines a remote's container, named by build-kit. */
export const ENTRY = 'remote-entry.js'

/** Registers the page's remotes with the federation runtime. */
export function registerPageRemotes(): void {
  registerRemotes(remoteApps().map((app) => ({ name: containerOf(app), entry: entryOf(app) })))
}

/** Removes every trace of a failed attempt (tags, pending requests), so that the next attempt starts clean. */
export function discardRequests(app: PublishedApp): void {
  const tags = `script[src*="${app.baseUrl}"], link[href*="${app.baseUrl}"]`
  for (const tag of document.querySelectorAll(tags)) tag.remove()
  retryQueries.set(app.baseUrl, `?again=${Date.now()}`)
  registerRemotes([{ name: containerOf(app), entry: entryOf(app) }], { force: true })
}

const queryOf = ({ baseUrl }: PublishedApp) => retryQueries.get(baseUrl) ?? ''

/** URL of a remote's entry. An override has its manifest's URL; the entry is beside that. */
function entryOf(app: PublishedApp): string {
  const manifestUrl = remoteOverrides()[app.remote?.name ?? '']
  return manifestUrl ? new URL(ENTRY, manifestUrl).href : `${app.baseUrl}${ENTRY}${queryOf(app)}`
}
