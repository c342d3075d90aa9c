import { type PublishedApp } from '@offquad/contracts'
import { createRouteTable, type Remote, type RemoteRoute } from '@offquad/releases'
import { type ByteBoundedCache } from '../responses/byte-bounded-cache'
import { composePage, composePageOfUnknownPath, type Page, pagesOfSite, type Site } from './compose-page'
import { type PageSettings } from './page-settings'

export interface PageMatch {
  page: Page
  /** The template of its path: /apartment/:aptId. */
  template: string
  /** The versions of all apps for its visitor. */
  versions: readonly PublishedApp[]
  /** Whether every visitor's page reports on them, not only a share. */
  alwaysReports: boolean
  params: Record<string, string>
  /** Path and query as requested. */
  url: string
}

// The gateway does not know who the visitor is, so the HTML of admin pages reveals and preloads nothing.
const contentOf = (route: RemoteRoute, remote: Remote | undefined) =>
  route.isForAdmins ? { route: { path: route.path, title: '' } } : { route, remote }

export type PageRouter = ReturnType<typeof createPageRouter>

/**
 * Finds the pages of one state of the registry by path. Each is composed when it is first requested.
 * @param composed keeps pages; routers of the same state may share it
 * @throws Error when two remotes claim the same path or a path is not a pattern
 */
export function createPageRouter(site: Site, settings: PageSettings, composed: ByteBoundedCache<Page>) {
  // Every page contains the registry, so a new version of any app changes all pages.
  const versions = site.registry.apps.map(({ version }) => version).join(' ')
  const previews = (settings.previews ?? []).map(({ app, version }) => `${app}@${version}`).join(' ')
  const variant = [
    ...(settings.allowsOverrides ? ['for developers'] : []),
    ...(previews ? [`preview of ${previews}`] : []),
    versions,
  ].join(' ')
  const pages = pagesOfSite(site, settings)
  const ofAll = {
    versions: site.registry.apps,
    alwaysReports: settings.reportShare === undefined || settings.reportShare === 1,
  }
  const notFound = composePageOfUnknownPath(pages, variant)
  const router = createRouteTable(site.registry.apps, ({ app, version }, route) => {
    const id = `${variant} ${app}@${version} ${route.path}`
    const compose = () => composePage(pages, { id, status: 200, ...contentOf(route, site.remotes.get(app)) })
    return { id, compose, template: route.path }
  })

  function pageOf({ id, compose }: { id: string; compose(): Page }): Page {
    const cached = composed.get(id)
    if (cached) return cached
    const page = compose()
    composed.set(id, page, page.bytes)
    return page
  }

  return {
    match(path: string): PageMatch {
      // Pages exist only where there is a shell.
      const match = site.shell ? router.find('GET', path) : null
      if (!match) return { page: notFound, template: 'none', ...ofAll, params: {}, url: path }
      const { store } = match
      // Routes have no optional segments, so a match has every parameter.
      const params = match.params as Record<string, string>
      return { page: pageOf(store), template: store.template, ...ofAll, params, url: path }
    },
  }
}
