import createRouter from 'find-my-way'
import { type Remote, type Site } from '../remotes/load-site'
import { composeNotFoundPage, composePage, type Page, type RemoteRoute } from './compose-page'
import { type PageSettings } from './page-settings'

export interface PageMatch {
  page: Page
  /** The template of its path: /apartment/:aptId. */
  template: string
  params: Record<string, string>
}

/** Every page of one state of the registry, composed once; answers which page an address shows. */
export interface PageRouter {
  match(path: string): PageMatch
}

// Who asks is known in the browser: until then nothing is said or loaded that is not for everybody.
const contentOf = (route: RemoteRoute, remote: Remote | undefined) =>
  route.isForAdmins ? { route: { path: route.path, title: '' } } : { route, remote }

/**
 * @throws Error when two remotes claim the same path or a path is not a pattern
 */
export function createPageRouter(site: Site, settings: PageSettings): PageRouter {
  // As react-router matches in the browser.
  const router = createRouter({ ignoreTrailingSlash: true, caseSensitive: false, maxParamLength: 1000 })
  // The registry in it makes a page another one, whichever app has another version.
  const versions = site.registry.apps.map(({ version }) => version).join(' ')
  const variant = settings.allowsOverrides ? `for developers ${versions}` : versions
  const notFound = composeNotFoundPage(site, settings, variant)
  for (const { app, version, remote: descriptor } of site.registry.apps)
    for (const route of descriptor?.routes ?? []) {
      const id = `${variant} ${app}@${version} ${route.path}`
      const page = composePage(site, settings, {
        id,
        status: 200,
        ...contentOf(route, site.remotes.get(app)),
      })
      router.on('GET', route.path, () => undefined, { page, template: route.path })
    }
  return {
    match(path) {
      const found = router.find('GET', path)
      if (!found) return { page: notFound, template: 'none', params: {} }
      // Without optional segments every parameter of a match is there.
      return { ...found.store, params: found.params as Record<string, string> }
    },
  }
}
