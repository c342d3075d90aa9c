import {
  LINK_PICTURE_SIZE,
  type LinkPicture,
  PAGE_DATA_ELEMENT,
  type PageData,
  type PagePreview,
  type Registry,
  SITE_PICTURE_PATH,
} from '@offquad/contracts'
import { HEAD_MARKER, PAGE_DATA_MARKER, type Remote, type RemoteRoute } from '../../control-plane'
import { hashOf, withScriptLoader } from './hashed-scripts'
import { escapeHtml, escapeJson } from './html'
import { pageHeaders } from '../security-headers'
import { type LinkPreview } from './link-preview'
import { type PageSettings } from './page-settings'
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
}

/** A page without its data, which is inserted between `before` and `after`; `opening` does not depend on the data. */
export interface Page {
  id: string
  status: number
  /** References every file that the first render needs, so that browsers preload them while the data is loading. */
  opening: string
  before: string
  /** `before` for a resource that does not exist; sent with status 404. */
  beforeMissing: string
  after: string
  /** API paths to inline, where `:name` is a parameter of the route. */
  data: string[]
  /** The source of the page's link preview, which `beforeWith` renders. */
  preview?: PagePreview
  /** Its content security policy, among others. */
  headers: Record<string, string>
  beforeWith(preview: LinkPreview): string
}

interface PageContent {
  id: string
  status: number
  route: RemoteRoute
  remote?: Remote
}

const NOT_FOUND: Omit<PageContent, 'id'> = { status: 404, route: { path: '/', title: 'Page not found' } }
const NOT_DEPLOYED: Omit<PageContent, 'id'> = { status: 503, route: { path: '/', title: 'Being set up' } }

/** The page for every unknown path: the shell's not-found page, or a notice before the first deploy. */
export const composeNotFoundPage = (site: Site, settings: PageSettings, variant: string): Page =>
  composePage(site, settings, { ...(site.isEmpty ? NOT_DEPLOYED : NOT_FOUND), id: `${variant} not found` })

export function composePage(site: Site, settings: PageSettings, content: PageContent): Page {
  const { route, remote } = content
  const { html, policy } = frameOf(site, settings, remote)
  const [start = '', end = ''] = html.split(PAGE_DATA_MARKER)
  const [opening = '', rest = ''] = start.split(HEAD_MARKER)
  // Without its closing brace, because the page's data follows as the last member.
  const json = escapeJson(JSON.stringify(staticPageData(site, settings, remote)).slice(0, -1))
  const beforeWith = (pageMeta: PageMeta) =>
    `${describePage(pageMeta, settings)}${rest}<script type="application/json" id="${PAGE_DATA_ELEMENT}">${json},"answers":[`
  return {
    id: content.id,
    status: content.status,
    headers: { ...policy, ...(content.status === 503 && { 'retry-after': '2' }) },
    data: route.data ?? [],
    ...(route.preview && { preview: route.preview }),
    opening,
    before: beforeWith(route),
    beforeMissing: beforeWith(NOT_FOUND.route),
    beforeWith: (preview) => beforeWith({ ...route, ...preview }),
    after: `]}</script>${end}`,
  }
}

/** The shell's index.html with the files of the remote, and its content security policy. */
function frameOf(
  { indexHtml }: Site,
  settings: PageSettings,
  remote: Remote | undefined,
): { html: string; policy: Record<string, string> } {
  const { script, directives, reportedDirectives } = trustedTypesFor(settings)
  const html = indexHtml
    .replace(TITLE, '')
    .replace(HEAD_MARKER, () => firstFileTags(remote) + HEAD_MARKER)
    .replace(HEAD_BEGINNING, (beginning) => `${beginning}<script>${script}</script>`)
  const policy = { inlineScripts: [hashOf(script)], directives, reportedDirectives }
  if (!settings.maps?.googleMapsApiKey) return { html, policy: pageHeaders(settings, policy) }
  // Google's host for maps serves many other scripts: trust what the site loads itself, not the host.
  const { html: hashed, loader } = withScriptLoader(html)
  const inlineScripts = [...policy.inlineScripts, hashOf(loader)]
  return {
    html: hashed,
    policy: pageHeaders(settings, { ...policy, inlineScripts, trustsLoadedScripts: true }),
  }
}

function staticPageData(
  { registry }: Site,
  settings: PageSettings,
  remote: Remote | undefined,
): Omit<PageData, 'answers'> {
  const { university, maps, signIn, allowsOverrides, reportShare, traceShare, previews } = settings
  return {
    registry,
    university,
    manifests: remote ? { [remote.manifestUrl]: remote.manifest } : {},
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

function firstFileTags(remote: Remote | undefined): string {
  if (!remote) return ''
  const { scripts, styles } = remote.firstFiles
  const urlOf = (file: string) => escapeHtml(`${remote.app.baseUrl}${file}`)
  return [
    ...scripts.map((file) => `<link rel="preload" as="script" href="${urlOf(file)}">\n`),
    ...styles.map((file) => `<link rel="stylesheet" href="${urlOf(file)}">\n`),
  ].join('')
}

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
