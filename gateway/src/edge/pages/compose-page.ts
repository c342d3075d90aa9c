import {
  type EarlyValues,
  PAGE_DATA_ELEMENT,
  type PageData,
  type PagePreview,
  type Registry,
} from '@offquad/contracts'
import { type Remote, type RemoteRoute, type ShellPage } from '@offquad/releases'
import { type RenderedPage, type RenderJob, type VersionSet } from '@offquad/renderer'
import { GOOGLE_MAPS_SCRIPTS, GOOGLE_SIGN_IN_SCRIPT, hashOf, pageHeaders } from '../security-headers'
import { describePage, type PageMeta } from './describe-page'
import { escapeHtml, escapeJson } from './html'
import { type LinkPreview } from './link-preview'
import { styleElement, stylesheetsOf, stylesOf, urlsOf } from './page-files'
import { type PageSettings } from './page-settings'
import { speculationRules } from './speculation-rules'

/** The versions that a visitor gets, with what pages need of them. */
export interface Site {
  registry: Registry
  /** Undefined before the first deploy: there are no pages. */
  shell: { baseUrl: string; page: ShellPage } | undefined
  /** Remotes with a readable manifest, by app. */
  remotes: Map<string, Remote>
  /** Texts of stylesheets, by URL. */
  styles: ReadonlyMap<string, string>
  /** Absolute paths of server parts, by name of the remote or 'shell'. */
  serverFiles: ReadonlyMap<string, string>
  set: VersionSet
}

/** A page without its data, which is inserted before `after`; `opening` does not depend on the data. */
export interface Page {
  id: string
  status: number
  /** Approximate size in memory. */
  bytes: number
  /** References every file that the first render needs, so that browsers preload them while the data is loading. */
  opening: string
  /** As `beforeWith`, for a resource that does not exist; sent with status 404. */
  readonly beforeMissing: string
  after: string
  /** The source of the page's link preview, which `beforeWith` renders. */
  preview?: PagePreview
  /** Its content security policy, among others. */
  headers: Record<string, string>
  /** The parts from which the server renders its content; absent for pages that only the browser renders. */
  serverParts?: ServerParts
  /**
   * Its data as JSON.
   * @param answers the responses, as JSON without brackets
   */
  dataWith(answers: string): string
  /** The text between the opening and the data. */
  beforeWith(preview?: LinkPreview, rendered?: RenderedPage): string
}

/** The server parts of the versions that may be on a page. */
export interface ServerParts extends Pick<RenderJob, 'set' | 'shell' | 'remotes' | 'template'> {
  /** Differs between versions and pages. */
  page: string
}

/** The common parts of all pages for a visitor. */
interface PagesOfSite {
  site: Site
  settings: PageSettings
  /** Their data as JSON, without the closing brace. */
  json: string
  /** Speculation rules. */
  rules: string | undefined
}

export const pagesOfSite = (site: Site, settings: PageSettings): PagesOfSite => ({
  site,
  settings,
  json: escapeJson(JSON.stringify(sharedPageData(site, settings)).slice(0, -1)),
  // Previews and overrides are for one visitor: their pages are not worth loading ahead.
  rules: settings.previews ? undefined : speculationRules(site.registry),
})

/** Without JavaScript, a page whose content was not ready in time is loaded again until it is. */
const TRY_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'

interface PageContent {
  id: string
  status: number
  route: RemoteRoute
  remote?: Remote
}

const NOT_FOUND: Omit<PageContent, 'id'> = { status: 404, route: { path: '/', title: 'Page not found' } }

/** The page for every unknown path: the shell's not-found page, or a notice before the first deploy. */
export function composePageOfUnknownPath(pages: PagesOfSite, variant: string): Page {
  const id = `${variant} not found`
  return pages.site.shell ? composePage(pages, { ...NOT_FOUND, id }) : composeNotice(pages, id)
}

function composeNotice({ settings }: PagesOfSite, id: string): Page {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8">${describePage({ title: 'Being set up' }, settings)}</head>
<body><h1>This site is being set up</h1><p>Please try again in a few minutes.</p></body></html>`
  return {
    id,
    status: 503,
    bytes: 2 * text.length,
    opening: '',
    beforeMissing: text,
    after: '',
    headers: { ...pageHeaders(settings), 'retry-after': '2' },
    dataWith: () => '',
    beforeWith: () => text,
  }
}

export function composePage(pages: PagesOfSite, content: PageContent): Page {
  const { site, settings, json } = pages
  const { route, remote } = content
  const { shell } = site
  if (!shell) throw new Error('there are no pages without a shell')
  const { before, end, files } = shell.page
  const serverParts = settings.isServerRendering ? serverPartsOf(site, content) : undefined
  const rules = serverParts && pages.rules
  const early = earlyValuesOf(pages, shell, content, serverParts)
  const styles = [...stylesheetsOf(shell.baseUrl, files.styles), ...(remote ? stylesOf(remote) : [])].map(
    (file) => ({ ...file, text: serverParts && site.styles.get(file.url) }),
  )
  const opening =
    before.early + escapeHtml(JSON.stringify(early)) + before.head + styles.map(styleElement).join('')

  /** The text between the opening and the page's data. */
  function beforeData(meta: PageMeta, { head, root, rules }: Filling): string {
    const texts = [describePage(meta, settings), head, before.root, root, before.data, rules]
    return `${texts.join('')}<script type="application/json" id="${PAGE_DATA_ELEMENT}">${json},"answers":[`
  }
  const withoutContent = { ...EMPTY, head: serverParts ? TRY_AGAIN : '' }
  /** The browser takes the content over once it has the remotes in it. */
  const withContent = ({ html, styles, remotes }: RenderedPage): Filling => ({
    // The styles of the page's own remote are in the opening.
    head:
      styles +
      remotes
        .filter((name) => name !== remote?.app.remote?.name)
        .flatMap((name) => remoteNamed(site, name) ?? [])
        .flatMap(stylesOf)
        .map((file) => styleElement({ ...file, text: site.styles.get(file.url) }))
        .join(''),
    root: `<div id="root" data-remotes="${escapeHtml(remotes.join(' '))}">${html}</div>`,
    rules: rules ? `<script type="speculationrules">${rules}</script>` : '',
  })
  return {
    id: content.id,
    status: content.status,
    // The opening and the rest are copied at times.
    bytes: 2 * (opening.length + end.length),
    headers: headersOf(settings, early, [files.early, ...(rules ? [hashOf(rules)] : [])]),
    ...(route.preview && { preview: route.preview }),
    opening,
    get beforeMissing() {
      return beforeData(NOT_FOUND.route, EMPTY)
    },
    ...(serverParts && { serverParts }),
    dataWith: (answers) => `${json},"answers":[${answers}]}`,
    beforeWith: (preview, rendered) =>
      beforeData({ ...route, ...preview }, rendered ? withContent(rendered) : withoutContent),
    after: `]}</script>${end}`,
  }
}

/** The server parts for a page that is the same for everyone, if its remote and the shell have any. */
function serverPartsOf(site: Site, { id, route, remote }: PageContent): ServerParts | undefined {
  const shell = site.serverFiles.get('shell')
  if (!route.isPublic || !remote?.app.remote || !shell) return undefined
  const remotes = [...remotesOnPage(site, remote.app.remote.name)].flatMap((name) => {
    const file = site.serverFiles.get(name)
    return file ? [{ name, file }] : []
  })
  if (remotes[0]?.name !== remote.app.remote.name) return undefined
  return { set: site.set, page: id, template: route.path, shell, remotes }
}

/** A remote, and those whose slots it uses, directly or through them. */
function remotesOnPage(site: Pick<Site, 'registry'>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const app = site.registry.apps.find(({ remote }) => remote?.name === name)
  for (const slot of app?.uses ?? []) remotesOnPage(site, slot.split('/')[0] ?? '', found)
  return found
}

/** Parts that the gateway writes into the page, beside its description and data. */
interface Filling {
  /** Elements for the end of the head. */
  head: string
  root: string
  /** Speculation rules. */
  rules: string
}

const EMPTY: Filling = { head: '', root: '<div id="root"></div>', rules: '' }

const remoteNamed = ({ remotes }: Site, name: string): Remote | undefined =>
  [...remotes.values()].find(({ app }) => app.remote?.name === name)

/** @param serverParts undefined for pages that only the browser renders */
function earlyValuesOf(
  { site, settings: { signIn, maps, allowsOverrides } }: PagesOfSite,
  shell: NonNullable<Site['shell']>,
  { remote, route }: PageContent,
  serverParts: ServerParts | undefined,
): EarlyValues {
  const { scripts, preloads, font } = shell.page.files
  const slots = (serverParts?.remotes ?? []).flatMap(({ name }) => {
    const slot = remoteNamed(site, name)
    return slot && slot !== remote ? [[name, urlsOf(slot.app, slot.firstFiles.scripts)] as const] : []
  })
  return {
    isRendered: serverParts !== undefined,
    scripts: urlsOf(shell, scripts),
    preloads: [
      ...urlsOf(shell, preloads),
      ...(remote
        ? urlsOf(remote.app, [...remote.firstFiles.scripts, ...(remote.firstFiles.pages[route.path] ?? [])])
        : []),
    ],
    slotPreloads: Object.fromEntries(slots),
    ...(font && { font: shell.baseUrl + font }),
    thirdParties: [
      ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN_SCRIPT] : []),
      ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS_SCRIPTS] : []),
    ],
    isDeveloper: allowsOverrides === true,
  }
}

/** Trusted Types are enforced unless the page loads scripts of Google, whose use of markup is unknown. */
function headersOf(
  settings: PageSettings,
  { thirdParties }: EarlyValues,
  hashes: string[],
): Record<string, string> {
  const trustedTypes = ["require-trusted-types-for 'script'"]
  return pageHeaders(settings, {
    inlineScripts: hashes,
    // Google's host for maps serves many other scripts: trust what the site loads itself, not the host.
    trustsLoadedScripts: settings.maps?.googleMapsApiKey !== undefined,
    directives: thirdParties.length === 0 ? [...trustedTypes, 'trusted-types default'] : [],
    reportedDirectives: thirdParties.length === 0 ? [] : trustedTypes,
  })
}

function sharedPageData({ registry }: Site, settings: PageSettings): Omit<PageData, 'answers'> {
  const { university, maps, signIn, allowsOverrides, reportShare, traceShare, previews } = settings
  return {
    registry,
    university,
    ...(maps && { maps }),
    ...(signIn && { signIn }),
    ...(allowsOverrides && { allowsOverrides }),
    ...(reportShare !== undefined && { reportShare }),
    ...(traceShare !== undefined && { traceShare }),
    ...(previews && { previews }),
  }
}
