import {
  PAGE_DATA_ELEMENT,
  type PageData,
  type PublishedApp,
  type RemoteDescriptor,
} from '@offquad/contracts'

let parsed: PageData | undefined

let loadedAt = Date.now()

/** Remotes served from the developer's machine. */
let developed: PublishedApp[] = []

/**
 * The data that the gateway embedded in this page: the registry, the university and API responses.
 * @throws Error when the page was not rendered by a gateway
 */
export function pageData(): PageData {
  parsed ??= readPageData()
  return parsed
}

/** The time when the page, and the responses in it, were loaded, in milliseconds since the epoch. */
export const pageLoadedAt = (): number => loadedAt

/** The university this site is for. */
export const university = (): PageData['university'] => pageData().university

/** The apps of this page: its registry's, replaced by and extended with remotes under development. */
export function pageApps(): PublishedApp[] {
  const isReplaced = ({ app }: PublishedApp) => developed.some((remote) => remote.app === app)
  return [...pageData().registry.apps.filter((app) => !isReplaced(app)), ...developed]
}

/** The app of a remote, by the remote's name, in the version of this page. */
export const appOfRemote = (name: string): PublishedApp | undefined =>
  pageApps().find(({ remote }) => remote?.name === name)

/** A remote under development as the app that it will be published as. */
export const developedAppOf = (remote: RemoteDescriptor): PublishedApp => ({
  app: `mfe-${remote.name}`,
  version: 'development',
  baseUrl: `/mf/mfe-${remote.name}/development/`,
  remote,
})

/** Replaces the page's remotes under development. */
export function developRemotes(apps: PublishedApp[]): void {
  developed = apps
}

/** The shell, in the version of this page. */
export const shellOfPage = (): PublishedApp | undefined =>
  pageData().registry.apps.find(({ app }) => app === 'shell')

function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT)?.textContent
  if (!text) throw new Error(`the page has no #${PAGE_DATA_ELEMENT}: it must be served by the gateway`)
  return JSON.parse(text) as PageData
}

/** Replaces the page's data, for tests and for the next page that a server renders. */
export function replacePageData(data: PageData | undefined): void {
  developed = []
  loadedAt = Date.now()
  parsed = data
}
