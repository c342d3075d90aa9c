export const PLACES = 'offquad/places'
export const FILES = 'offquad/files'
/** Cache of public responses that places show and that are not in their HTML. */
export const ANSWERS = 'offquad/answers'

/** Message from a page to the worker once the page is idle. */
export interface PageShown {
  /** Path of the page, if it is to open without a network. */
  path?: string
  /** The files that it has loaded, whose content never changes under their URL. */
  files: string[]
  /** The responses that it shows, by URL. */
  answers: [url: string, body: unknown][]
  /** Whether everyone gets these responses; private ones are for the signed-in user only. */
  isPublic: boolean
  /** The folders of the page's versions, if it was just loaded. */
  bases?: string[]
}

/** Published files and pictures. */
export const isKeptFile = (path: string): boolean => /^\/(mf\/[^/]+\/[^/]+|media)\/[^/]/.test(path)

export const isListPage = (path: string): boolean => /^\/lists(\/(?!join\/)[^/]+)?\/?$/.test(path)

/** Cache key of a list page's title, beside its responses: the server does not know the title. */
export const titleUrl = (path: string): string => `/api/title${path}`

/** The pages that open without a network. */
export const isKeptPage = (path: string): boolean => /^\/apartment\/[^/]+\/?$/.test(path) || isListPage(path)

/** Whether a page's data was not ready in time: it would open empty. */
export const isUnfinished = (html: string): boolean => html.includes('http-equiv="refresh"')

const basesIn = (html: string) => new Set(html.match(/\/mf\/[^/"\\&]+\/[^/"\\&]+\//g))

/** Whether a page uses exactly these versions. */
export function usesVersions(html: string, bases: readonly string[]): boolean {
  const used = basesIn(html)
  return used.size === bases.length && bases.every((base) => used.has(base))
}

/** The files that a page names. */
export const filesIn = (html: string): string[] => [
  ...new Set(html.match(/\/mf\/[\w.-]+\/[\w.+-]+\/[\w./-]+\.(?:js|css|woff2|svg|png|webmanifest)\b/g)),
]
