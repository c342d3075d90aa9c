export const PLACES = 'offquad/places'
export const FILES = 'offquad/files'
/** Public responses that places show and that are not in their pages. */
export const ANSWERS = 'offquad/answers'

/** What a page tells the worker once it is idle. */
export interface PageShown {
  /** Its path, if it is to open without a network. */
  path?: string
  /** The files that it has loaded, whose content never changes under their address. */
  files: string[]
  /** The responses that it shows, by URL. */
  answers: [url: string, body: unknown][]
  /** Whether everyone gets these; others are only for whoever is signed in. */
  isPublic: boolean
  /** The folders of its versions, if it was just loaded. */
  bases?: string[]
}

/** Published files and pictures. */
export const isKeptFile = (path: string): boolean => /^\/(mf\/[^/]+\/[^/]+|media)\/[^/]/.test(path)

export const isListPage = (path: string): boolean => /^\/lists(\/(?!join\/)[^/]+)?\/?$/.test(path)

/** Where the title of a list's page is kept, beside its answers: the server does not know it. */
export const titleUrl = (path: string): string => `/api/title${path}`

/** The pages that open without a network. */
export const isKeptPage = (path: string): boolean => /^\/apartment\/[^/]+\/?$/.test(path) || isListPage(path)

/** Whether the content of a page was not ready in time: it has none of its data, and would open empty. */
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
