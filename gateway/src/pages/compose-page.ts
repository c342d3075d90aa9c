import { PAGE_DATA_ELEMENT, type PageData, type RemoteDescriptor, type University } from '@offquad/contracts'
import { HEAD_MARKER, PAGE_DATA_MARKER, type Remote, type Site } from '../remotes/load-site'
import { escapeHtml, escapeJson } from './html'
import { type PageSettings } from './page-settings'

export type RemoteRoute = RemoteDescriptor['routes'][number]

/** A page but for the API's answers, which come between `before` and `after`. */
export interface Page {
  id: string
  status: number
  before: string
  after: string
  /** API paths to inline, `:name` standing for a parameter of the route. */
  data: string[]
}

interface PageContent {
  id: string
  status: number
  route: RemoteRoute
  remote?: Remote
}

const NOT_FOUND: PageContent = {
  id: 'not found',
  status: 404,
  route: { path: '/', title: 'Page not found' },
}

/** The page every unknown address shows: the shell's own. */
export const composeNotFoundPage = (site: Site, settings: PageSettings): Page =>
  composePage(site, settings, NOT_FOUND)

export function composePage(site: Site, settings: PageSettings, content: PageContent): Page {
  const { route, remote } = content
  const manifests = remote ? { [remote.manifestUrl]: remote.manifest } : {}
  const known: Omit<PageData, 'answers'> = { registry: site.registry, ...settings, manifests }
  const [start = '', end = ''] = site.indexHtml.split(PAGE_DATA_MARKER)
  const head = composeHead(route, settings.university, remote)
  // The object stays open for its last member, the answers.
  const json = escapeJson(JSON.stringify(known).slice(0, -1))
  return {
    id: content.id,
    status: content.status,
    data: route.data ?? [],
    before: `${withHead(start, head)}<script type="application/json" id="${PAGE_DATA_ELEMENT}">${json},"answers":[`,
    after: `]}</script>${withHead(end, head)}`,
  }
}

// A function, because a replacement text would give $ a meaning. A title of the shell's own would come second.
const withHead = (html: string, head: string) =>
  html.replace(/<title>[^<]*<\/title>/, '').replace(HEAD_MARKER, () => head)

function composeHead({ title, description }: RemoteRoute, university: University, remote?: Remote): string {
  const { productName } = university
  const fullTitle = title ? `${productName} | ${title}` : productName
  const files = remote?.firstFiles ?? { scripts: [], styles: [] }
  const urlOf = (file: string) => escapeHtml(`${remote?.app.baseUrl}${file}`)
  return [
    `<title>${escapeHtml(fullTitle)}</title>`,
    ...(description
      ? [meta('name', 'description', description), meta('property', 'og:description', description)]
      : []),
    meta('property', 'og:title', fullTitle),
    meta('property', 'og:site_name', productName),
    meta('property', 'og:type', 'website'),
    ...files.scripts.map((file) => `<link rel="preload" as="script" href="${urlOf(file)}">`),
    ...files.styles.map((file) => `<link rel="stylesheet" href="${urlOf(file)}">`),
  ].join('\n')
}

const meta = (attribute: string, name: string, content: string) =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
