// No schemas: the early program is part of every page, and contains what it imports.
/** Values from the gateway for the shell's early program, which runs before anything else on a page. */
export interface EarlyValues {
  /** Whether the page is readable without scripts, which then wait for the first paint. */
  isRendered: boolean
  /** URLs of scripts that run, in this order. */
  scripts: string[]
  /** URLs of scripts that these load. */
  preloads: string[]
  /** Further preloads, by the name of a remote whose slots are in the page's content. */
  slotPreloads: Readonly<Record<string, string[]>>
  /** URL of the font that the page's first text needs. */
  font?: string
  /** URL prefixes of scripts that the page may load from other sites. */
  thirdParties: string[]
  /** Whether the page may load scripts from the visitor's machine. */
  isDeveloper: boolean
}

/** Path of the call with which pages report measurements of their versions. */
export const TELEMETRY_PATH = '/api/telemetry'

/** The entry of `Server-Timing` that holds the token with which a page reports. */
export const PAGE_TOKEN_METRIC = 'page'

/** Key in the browser's storage of the user of the last visit. */
export const REMEMBERED_USER_KEY = 'offquad/user'

/** The browser's cache of private responses for offline use; deleted with the session. */
export const PRIVATE_CACHE = 'offquad/private'
