/** First segments of paths that belong to the gateway and the shell: no remote may have pages under them. */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'mf',
  'media',
  'tiles',
  'healthz',
  'readyz',
  'metrics',
  'notfound',
  'favicon.ico',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'manifest.webmanifest',
  'sw.js',
  '.well-known',
])

/** The first segment of a path, in lower case for comparison. */
export const firstSegmentOf = (path: string): string => path.split('/')[1]?.toLowerCase() ?? ''

export const isReserved = (path: string): boolean => RESERVED_SEGMENTS.has(firstSegmentOf(path))
