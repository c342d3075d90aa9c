import { createRouteTable, type Remote, type RemoteRoute } from '../../control-plane'
import { type Site } from './site'
import { composeNotFoundPage, composePage, type Page } from './compose-page'
import { type PageSettings } from './page-settings'

export interface PageMatch {
  page: Page
  /** The template of its path: /apartment/:aptId. */
  template: string
  params: Record<string, string>
}

/** Every page of one state of the registry, composed once, found by path. */
export interface PageRouter {
  match(path: string): PageMatch
}

// Only the browser knows who the visitor is: until then nothing is revealed or loaded that is not public.
const contentOf = (route: RemoteRoute, remote: Remote | undefined) =>
  route.isForAdmins ? { route: { path: route.path, title: '' } } : { route, remote }

/** @throws Error when two remotes claim the same path or a path is not a pattern */
export function createPageRouter(site: Site, settings: PageSettings): PageRouter {
  // The registry in it makes a page another one, whichever app has another version.
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
  return {
    match(path) {
      // Pages exist only where there is a shell.
      const found = site.isEmpty ? null : router.find('GET', path)
      if (!found) return { page: notFound, template: 'none', params: {} }
      // Without optional segments every parameter of a match is there.
      return { ...found.store, params: found.params as Record<string, string> }
    },
  }
}
