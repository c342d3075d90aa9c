import {
  PAGE_DATA_ELEMENT,
  type PageData,
  type PublishedApp,
  type RemoteDescriptor,
} from '@offquad/contracts'

let parsed: PageData | undefined

/** Remotes under development on the visitor's machine. */
let developed: PublishedApp[] = []

/**
 * What the gateway wrote into this page: the registry, the university, manifests and first answers.
 * @throws Error when the page was not rendered by a gateway
 */
export function pageData(): PageData {
  parsed ??= readPageData()
  return parsed
}

/** The university this site is for. */
export const university = (): PageData['university'] => pageData().university

/** The apps of this page: those of its registry, with remotes under development in place of theirs and beside them. */
export function pageApps(): PublishedApp[] {
  const isReplaced = ({ app }: PublishedApp) => developed.some((other) => other.app === app)
  return [...pageData().registry.apps.filter((app) => !isReplaced(app)), ...developed]
}

/** The app of a remote's name, in the version this page uses. */
export const appOfRemote = (name: string): PublishedApp | undefined =>
  pageApps().find(({ remote }) => remote?.name === name)

/** A remote under development as the app it will be published as. */
export const developedAppOf = (remote: RemoteDescriptor): PublishedApp => ({
  app: `mfe-${remote.name}`,
  version: 'development',
  baseUrl: `/mf/mfe-${remote.name}/development/`,
  remote,
})

/** Has the page use these remotes under development, instead of those of before. */
export function developRemotes(apps: PublishedApp[]): void {
  developed = apps
}

/** The shell, in the version this page uses. */
export const shellOfPage = (): PublishedApp | undefined =>
  pageData().registry.apps.find(({ app }) => app === 'shell')

function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT)?.textContent
  if (!text) throw new Error(`the page has no #${PAGE_DATA_ELEMENT}: it must be served by the gateway`)
  return JSON.parse(text) as PageData
}

/** Gives tests a page of their own. */
export function replacePageData(data: PageData | undefined): void {
  developed = []
  parsed = data
}
