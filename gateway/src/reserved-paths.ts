/**
 * First segments of addresses that belong to the gateway and the shell: no remote may have pages under them.
 * The gateway refuses to start with a route of its own that is missing here.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'mf',
  'media',
  'healthz',
  'readyz',
  'metrics',
  'notfound',
  'favicon.ico',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'manifest.webmanifest',
  '.well-known',
])

/** The first segment of a path, in the case in which it is compared. */
export const firstSegmentOf = (path: string): string => path.split('/')[1]?.toLowerCase() ?? ''
