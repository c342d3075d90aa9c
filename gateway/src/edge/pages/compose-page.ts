import {
  LINK_PICTURE_SIZE,
  type LinkPicture,
  PAGE_DATA_ELEMENT,
  type PageData,
  type PagePreview,
  type Registry,
  SITE_PICTURE_PATH,
} from '@offquad/contracts'
import {
  HEAD_MARKER,
  NO_MANIFESTS_MARKER,
  PAGE_DATA_MARKER,
  type Remote,
  type RemoteRoute,
} from '@offquad/releases'
import { type RenderedPage, type RenderJob, type VersionSet } from '@offquad/renderer'
import { pageHeaders } from '../security-headers'
import { RECORD_CLICKS } from './early-clicks'
import { MARK_REMEMBERED_USER } from './remembered-user'
import { earlyHintsOf } from './early-hints'
import { hashOf, withScriptLoader } from './hashed-scripts'
import { preloadFontByConnection, withoutFontPreload } from './font-by-connection'
import { escapeHtml, escapeJson } from './html'
import { withInlineStyles } from './inline-styles'
import { type LinkPreview } from './link-preview'
import { type PageSettings } from './page-settings'
import { RETRY_SCRIPTS } from './script-retries'
import { preloadedAfterPaint, withScriptsAfterPaint } from './scripts-after-paint'
import { SPARE_SLOW_CONNECTIONS, speculationRules } from './speculation-rules'
import { trustedTypesFor } from './trusted-types'

/** The versions that a visitor gets, with what pages need of them. */
export interface Site {
  registry: Registry
  /** Whether no shell is served, so that there are no pages. */
  isEmpty: boolean
  /** The shell's index.html with its version filled in. */
  indexHtml: string
  /** Remotes with a readable manifest, by app. */
  remotes: Map<string, Remote>
  /** Texts of stylesheets, by URL. */
  styles: ReadonlyMap<string, string>
  /** Absolute paths of server parts, by name of the remote or 'shell'. */
  serverFiles: ReadonlyMap<string, string>
  set: VersionSet
}

/** A page without its data, which is inserted between `before` and `after`; `opening` does not depend on the data. */
export interface Page {
  id: string
  status: number
  /** What it takes in memory, about. */
  bytes: number
  /** References every file that the first render needs, so that browsers preload them while the data is loading. */
  opening: string
  readonly before: string
  /** `before` for a resource that does not exist; sent with status 404. */
  readonly beforeMissing: string
  after: string
  /** The source of the page's link preview, which `beforeWith` renders. */
  preview?: PagePreview
  /** Values of the Link header for 103 Early Hints. */
  earlyHints: string[]
  /** Its content security policy, among others. */
  headers: Record<string, string>
  /** What the server needs to render its content; absent for pages that only the browser renders. */
  serverParts?: ServerParts
  /**
   * Its data as JSON.
   * @param answers the responses, as JSON without brackets
   */
  dataWith(answers: string): string
  beforeWith(preview: LinkPreview | undefined, rendered?: RenderedPage): string
}

/** The server parts of the versions that may be on a page. */
export interface ServerParts extends Pick<RenderJob, 'set' | 'shell' | 'remotes' | 'template'> {
  /** Differs between versions and pages. */
  page: string
}

/** What all pages for a visitor have in common. */
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

interface PageContent {
  id: string
  status: number
  route: RemoteRoute
  remote?: Remote
}

const NOT_FOUND: Omit<PageContent, 'id'> = { status: 404, route: { path: '/', title: 'Page not found' } }
const NOT_DEPLOYED: Omit<PageContent, 'id'> = { status: 503, route: { path: '/', title: 'Being set up' } }

/** The page for every unknown path: the shell's not-found page, or a notice before the first deploy. */
export const composeNotFoundPage = (pages: PagesOfSite, variant: string): Page =>
  composePage(pages, { ...(pages.site.isEmpty ? NOT_DEPLOYED : NOT_FOUND), id: `${variant} not found` })

export function composePage(pages: PagesOfSite, content: PageContent): Page {
  const { site, settings } = pages
  const { route, remote } = content
  const serverParts = settings.isServerRendering ? serverPartsOf(site, content) : undefined
  const rules = serverParts && pages.rules
  const isRendered = serverParts !== undefined
  const { html, policy } = frameOf(site, settings, { remote, path: route.path, isRendered, rules })
  const [start = '', end = ''] = html.split(PAGE_DATA_MARKER)
  const [opening = '', rest = ''] = start.split(HEAD_MARKER)
  const manifests = escapeJson(JSON.stringify(manifestsOf(site, remote)))
  /** The page's data follows as the last member. Not stored with each page, because the registry is in it. */
  const json = () => `${pages.json},"manifests":${manifests},"answers":[`
  // Those of its own remote are in the opening. Where scripts are trusted by hash, tags for others would be blocked.
  const filesOfSlots = ({ remotes }: RenderedPage) =>
    [...site.remotes.values()]
      .filter(({ app }) => app !== remote?.app && remotes.includes(app.remote?.name ?? ''))
      .map((one) => (settings.maps?.googleMapsApiKey ? styleTags(one) : firstFileTags(one)))
      .map((tags) => preloadedAfterPaint(withContentFirst(tags, site.styles)))
      .join('')
  const withoutContent = serverParts ? rest.replace('</head>', () => `${TRY_AGAIN}</head>`) : rest
  const bodyOf = (rendered: RenderedPage | undefined) =>
    rendered ? withContent(rest, { ...rendered, files: filesOfSlots(rendered), rules }) : withoutContent
  const beforeWith = (pageMeta: PageMeta, body: string) =>
    `${describePage(pageMeta, settings)}${body}<script type="application/json" id="${PAGE_DATA_ELEMENT}">${json()}`
  return {
    id: content.id,
    status: content.status,
    // The opening and the rest are copied at times.
    bytes: 2 * (html.length + manifests.length),
    headers: { ...policy, ...(content.status === 503 && { 'retry-after': '2' }) },
    earlyHints: earlyHintsOf(opening),
    ...(route.preview && { preview: route.preview }),
    opening: withoutFontPreload(opening),
    get before() {
      return beforeWith(route, withoutContent)
    },
    get beforeMissing() {
      return beforeWith(NOT_FOUND.route, rest)
    },
    ...(serverParts && { serverParts }),
    dataWith: (answers) => `${json()}${answers}]}`,
    beforeWith: (preview, rendered) => beforeWith({ ...route, ...preview }, bodyOf(rendered)),
    after: `]}</script>${end}`,
  }
}

/** Without JavaScript, a page whose content was not ready in time is loaded again until it is. */
const TRY_AGAIN = '<noscript><meta http-equiv="refresh" content="2"></noscript>'

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

const ROOT = /<div id="root">[^]*?<\/div>/

interface Content extends RenderedPage {
  /** Tags for the files of its slots. */
  files: string
  /** Speculation rules. */
  rules: string | undefined
}

/** The page with its content. The browser takes it over once it has the remotes in it. */
const withContent = (html: string, { html: content, styles, remotes, files, rules }: Content): string =>
  html
    .replace('</head>', () => `${styles}${files}</head>`)
    .replace(
      ROOT,
      () =>
        `<div id="root" data-remotes="${escapeHtml(remotes.join(' '))}">${content}</div>${rules ? `<script type="speculationrules">${rules}</script>` : ''}`,
    )

interface Frame {
  remote: Remote | undefined
  /** The page's path, as in remote.json. */
  path: string
  /** Whether its content may be rendered here. */
  isRendered: boolean
  /** Speculation rules. */
  rules: string | undefined
}

/** Content, styles and pictures come before scripts on a page that is readable without. */
const withContentFirst = (html: string, styles: Site['styles']): string =>
  withInlineStyles(html.replace(SCRIPT_TAGS, '$& fetchpriority="low"'), styles)

/** The shell's index.html with the files of the remote, and its content security policy. */
function frameOf(
  { indexHtml, styles }: Site,
  settings: PageSettings,
  { remote, path, isRendered, rules }: Frame,
): { html: string; policy: Record<string, string> } {
  const { script, directives, reportedDirectives } = trustedTypesFor(settings)
  const withFiles = indexHtml
    .replace(TITLE, '')
    .replace(NO_MANIFESTS_MARKER, '')
    .replace(HEAD_MARKER, () => firstFileTags(remote, path) + HEAD_MARKER)
  // Where the policy trusts scripts by hash, the script below loads them.
  const isTrustedByHash = settings.maps?.googleMapsApiKey !== undefined
  const contentFirst = isRendered ? withContentFirst(withFiles, styles) : withFiles
  const afterPaint = isRendered && !isTrustedByHash ? withScriptsAfterPaint(contentFirst) : undefined
  // In one element, because each takes a phone 10 ms before the first paint.
  const inlineScript = [
    script,
    preloadFontByConnection(indexHtml),
    RETRY_SCRIPTS,
    afterPaint?.script,
    ...(isRendered ? [RECORD_CLICKS, MARK_REMEMBERED_USER] : []),
    rules && SPARE_SLOW_CONNECTIONS,
  ]
    .filter((one) => one !== undefined)
    .join(';\n')
  const html = (afterPaint?.html ?? contentFirst).replace(
    HEAD_BEGINNING,
    (beginning) => `${beginning}<script>${inlineScript}</script>`,
  )
  const hashes = [inlineScript, ...(rules ? [rules] : [])].map(hashOf)
  const policy = { inlineScripts: hashes, directives, reportedDirectives }
  if (!isTrustedByHash) return { html, policy: pageHeaders(settings, policy) }
  // Google's host for maps serves many other scripts: trust what the site loads itself, not the host.
  const { html: hashed, loader } = withScriptLoader(html)
  return {
    html: hashed,
    policy: pageHeaders(settings, {
      ...policy,
      inlineScripts: [...policy.inlineScripts, hashOf(loader)],
      trustsLoadedScripts: true,
    }),
  }
}

const manifestsOf = ({ indexHtml }: Site, remote: Remote | undefined): PageData['manifests'] =>
  remote && !indexHtml.includes(NO_MANIFESTS_MARKER) ? { [remote.manifestUrl]: remote.manifest } : {}

function sharedPageData({ registry }: Site, settings: PageSettings): Omit<PageData, 'answers' | 'manifests'> {
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

/** Title and description of the page: those of its route, or of the resource it shows. */
type PageMeta = Pick<RemoteRoute, 'title' | 'description'> & { image?: LinkPicture }

/** Matches in the shell's index.html; each page replaces the title. */
const HEAD_BEGINNING = /<head>\s*(<meta charset[^>]*>)?/
const TITLE = /<title>[^<]*<\/title>/
/** The beginnings of tags that load scripts. */
const SCRIPT_TAGS = /<script(?=[^>]* src=)|<link(?=[^>]* as="script")/g

/** @param path of the remote's page; undefined when the page has only slots of it */
function firstFileTags(remote: Remote | undefined, path?: string): string {
  if (!remote) return ''
  const { scripts, pages } = remote.firstFiles
  const preloads = [...scripts, ...(path === undefined ? [] : (pages[path] ?? []))].map(
    (file) => `<link rel="preload" as="script" href="${urlOf(remote, file)}">\n`,
  )
  return preloads.join('') + styleTags(remote)
}

const styleTags = (remote: Remote): string =>
  remote.firstFiles.styles.map((file) => `<link rel="stylesheet" href="${urlOf(remote, file)}">\n`).join('')

const urlOf = ({ app }: Remote, file: string): string => escapeHtml(`${app.baseUrl}${file}`)

function describePage(
  { title, description, image }: PageMeta,
  { university, publicUrl }: PageSettings,
): string {
  const { productName } = university
  const fullTitle = title ? `${productName} | ${title}` : productName
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...(description
      ? [meta('name', 'description', description), meta('property', 'og:description', description)]
      : []),
    meta('property', 'og:title', fullTitle),
    meta('property', 'og:site_name', productName),
    meta('property', 'og:type', 'website'),
    ...pictureTags(
      image ?? { url: SITE_PICTURE_PATH, ...LINK_PICTURE_SIZE, alt: `${productName}, ${university.name}` },
      publicUrl,
    ),
  ].join('\n')
}

const meta = (attribute: string, name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`

/** Link previews appear on other sites: without the public URL, pictures of this site cannot be linked. */
function pictureTags({ url, width, height, alt }: LinkPicture, publicUrl: string | undefined): string[] {
  if (!publicUrl && !URL.canParse(url)) return []
  return [
    meta('property', 'og:image', new URL(url, publicUrl).href),
    ...(width && height
      ? [
          meta('property', 'og:image:width', String(width)),
          meta('property', 'og:image:height', String(height)),
        ]
      : []),
    ...(alt ? [meta('property', 'og:image:alt', alt), meta('name', 'twitter:image:alt', alt)] : []),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}
