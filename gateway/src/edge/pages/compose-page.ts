import {
  LINK_PICTURE_SIZE,
  type LinkPicture,
  PAGE_DATA_ELEMENT,
  type PageData,
  type PagePreview,
  SITE_PICTURE_PATH,
} from '@offquad/contracts'
import { HEAD_MARKER, PAGE_DATA_MARKER, type Remote, type RemoteRoute } from '../../control-plane'
import { type Site } from './site'
import { hashOf, withScriptLoader } from './hashed-scripts'
import { escapeHtml, escapeJson } from './html'
import { pageHeaders } from '../security-headers'
import { type Preview } from './page-preview'
import { type PageSettings } from './page-settings'
import { trustedTypesFor } from './trusted-types'

/** A page without its data, which goes between `before` and `after`; `opening` does not depend on the data. */
export interface Page {
  id: string
  status: number
  /** Names every file the first render needs, so that browsers preload them while the data is awaited. */
  opening: string
  before: string
  /** `before` where what the page shows does not exist: it is sent with status 404. */
  beforeMissing: string
  after: string
  /** API paths to inline, `:name` standing for a parameter of the route. */
  data: string[]
  /** Where the page's link preview comes from; `beforeWith` then writes it. */
  preview?: PagePreview
  /** What the browser may load on it. */
  headers: Record<string, string>
  beforeWith(preview: Preview): string
}

interface PageContent {
  id: string
  status: number
  route: RemoteRoute
  remote?: Remote
}

const NOT_FOUND: Omit<PageContent, 'id'> = { status: 404, route: { path: '/', title: 'Page not found' } }
const NOTHING_YET: Omit<PageContent, 'id'> = { status: 503, route: { path: '/', title: 'Being set up' } }

/** The page every unknown address shows: the shell's own, or that there is none yet. */
export const composeNotFoundPage = (site: Site, settings: PageSettings, variant: string): Page =>
  composePage(site, settings, { ...(site.isEmpty ? NOTHING_YET : NOT_FOUND), id: `${variant} not found` })

export function composePage(site: Site, settings: PageSettings, content: PageContent): Page {
  const { route, remote } = content
  const { html, policy } = frameOf(site, settings, remote)
  const [start = '', end = ''] = html.split(PAGE_DATA_MARKER)
  const [opening = '', rest = ''] = start.split(HEAD_MARKER)
  // The object stays open for its last member, the page's data.
  const json = escapeJson(JSON.stringify(dataBeforeAnswers(site, settings, remote)).slice(0, -1))
  const beforeWith = (said: PageMeta) =>
    `${describePage(said, settings)}${rest}<script type="application/json" id="${PAGE_DATA_ELEMENT}">${json},"answers":[`
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

/** The shell's index.html with the files of the remote, and what it may load. */
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
  // Google's host of maps holds far more scripts than those of maps: what the site loads itself is trusted, not the host.
  const { html: hashed, loader } = withScriptLoader(html)
  const inlineScripts = [...policy.inlineScripts, hashOf(loader)]
  return {
    html: hashed,
    policy: pageHeaders(settings, { ...policy, inlineScripts, trustsLoadedScripts: true }),
  }
}

function dataBeforeAnswers(
  { registry }: Site,
  settings: PageSettings,
  remote: Remote | undefined,
): Omit<PageData, 'answers'> {
  const { university, maps, signIn, allowsOverrides, reportShare, traceShare, previews } = settings
  return {
    ...{ registry, university, manifests: remote ? { [remote.manifestUrl]: remote.manifest } : {} },
    ...(maps && { maps }),
    ...(signIn && { signIn }),
    ...(allowsOverrides && { allowsOverrides }),
    ...(reportShare !== undefined && { reportShare }),
    ...(traceShare !== undefined && { traceShare }),
    ...(previews && { previews }),
  }
}

/** Title and description of the page: those of its route, or of the one thing it shows. */
type PageMeta = Pick<RemoteRoute, 'title' | 'description'> & { image?: LinkPicture }

/** Those of the shell: each page has its own. */
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

/** Previews are shown elsewhere: without the site's own URL a picture of this site has no address there. */
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
