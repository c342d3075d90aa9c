import { LRUCache } from 'lru-cache'
import { createRouteTable, type Remote, type RemoteRoute } from '../../control-plane'
import { composeNotFoundPage, composePage, type Page, type Site } from './compose-page'
import { type PageSettings } from './page-settings'

export interface PageMatch {
  page: Page
  /** The template of its path: /apartment/:aptId. */
  template: string
  params: Record<string, string>
  /** Path and query as requested. */
  url: string
}

/** Finds the pages of one state of the registry by path. Each is composed once. */
export interface PageRouter {
  match(path: string): PageMatch
}

/** Paths whose pages are found without matching them. */
const MAX_RECENT = 500
const MAX_RECENT_LENGTH = 200

// The gateway does not know who the visitor is, so the HTML of admin pages reveals and preloads nothing.
const contentOf = (route: RemoteRoute, remote: Remote | undefined) =>
  route.isForAdmins ? { route: { path: route.path, title: '' } } : { route, remote }

/** @throws Error when two remotes claim the same path or a path is not a pattern */
export function createPageRouter(site: Site, settings: PageSettings): PageRouter {
  // Every page contains the registry, so a new version of any app changes all pages.
  const versions = site.registry.apps.map(({ version }) => version).join(' ')
  const previews = (settings.previews ?? []).map(({ app, version }) => `${app}@${version}`).join(' ')
  const variant = [
    ...(settings.allowsOverrides ? ['for developers'] : []),
    ...(previews ? [`preview of ${previews}`] : []),
    versions,
  ].join(' ')
  const notFound = composeNotFoundPage(site, settings, variant)
  const router = createRouteTable(site.registry.apps, ({ app, version }, route) => {
    const id = `${variant} ${app}@${version} ${route.path}`
    const content = contentOf(route, site.remotes.get(app))
    return { page: composePage(site, settings, { id, status: 200, ...content }), template: route.path }
  })
  const recent = new LRUCache<string, PageMatch>({ max: MAX_RECENT })

  function find(path: string): PageMatch {
    // Pages exist only where there is a shell.
    const found = site.isEmpty ? null : router.find('GET', path)
    if (!found) return { page: notFound, template: 'none', params: {}, url: path }
    // Routes have no optional segments, so a match has every parameter.
    return { ...found.store, params: found.params as Record<string, string>, url: path }
  }

  return {
    match(path) {
      const known = recent.get(path)
      if (known) return known
      const match = find(path)
      if (match.page !== notFound && path.length < MAX_RECENT_LENGTH) recent.set(path, match)
      return match
    },
  }
}
