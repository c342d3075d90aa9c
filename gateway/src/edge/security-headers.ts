import { type PageSettings } from './pages/page-settings'

/** Which origins may embed a response without CORS, see fetch.spec.whatwg.org/#cross-origin-resource-policy-header. */
export const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** For every response; one that other sites may embed overrides it. */
export function securityHeaders(nodeEnv: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    [RESOURCE_POLICY]: 'same-origin',
    ...(nodeEnv === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** See developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy. */
const GOOGLE_SIGN_IN = {
  script: ['https://accounts.google.com/gsi/client'],
  style: ['https://accounts.google.com/gsi/style'],
  connect: ['https://accounts.google.com/gsi/'],
  frame: ['https://accounts.google.com/gsi/'],
}

const GOOGLE_MAPS_HOSTS = ['https://maps.googleapis.com', 'https://maps.gstatic.com']

/**
 * The hosts that road maps need, of the many that developers.google.com/maps/documentation/javascript/content-security-policy
 * allows for all of Google's products.
 */
const GOOGLE_MAPS = {
  script: ['https://maps.googleapis.com'],
  style: ['https://fonts.googleapis.com'],
  connect: [...GOOGLE_MAPS_HOSTS, 'data:', 'blob:'],
  frame: [],
}

const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']

/** Where a developer's slice runs, and notifies over a web socket that it has changed. */
const THIS_MACHINE = {
  script: LOCAL,
  style: LOCAL,
  connect: [...LOCAL, 'ws://localhost:*', 'ws://127.0.0.1:*'],
  frame: [],
}

/** What a page's policy contains beyond its settings. */
interface PagePolicy {
  /** Sources that allow its inline scripts by their hashes. */
  inlineScripts?: readonly string[]
  /** Scripts are allowed because an allowed one loads them; otherwise by their hosts. */
  trustsLoadedScripts?: boolean
  directives?: readonly string[]
  /** Directives that are reported and not enforced. */
  reportedDirectives?: readonly string[]
}

/** For HTML: what a page may load, no more than what is configured needs. */
export function pageHeaders(
  { maps, signIn, allowsOverrides }: Partial<PageSettings> = {},
  {
    inlineScripts = [],
    trustsLoadedScripts = false,
    directives = [],
    reportedDirectives = [],
  }: PagePolicy = {},
): Record<string, string> {
  const guests = [
    ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN] : []),
    ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS] : []),
    ...(allowsOverrides ? [THIS_MACHINE] : []),
  ]
  const also = (kind: keyof typeof GOOGLE_MAPS) =>
    guests
      .flatMap((guest) => guest[kind])
      .map(withSpace)
      .join('')
  return {
    'content-security-policy': [
      "default-src 'self'",
      // Browsers that know 'strict-dynamic' ignore the hosts beside it.
      `script-src 'self'${also('script')}${inlineScripts.map(withSpace).join('')}${trustsLoadedScripts ? " 'strict-dynamic'" : ''}`,
      ...(maps?.googleMapsApiKey ? ["worker-src 'self' blob:"] : []),
      // The design system writes its styles into the page.
      `style-src 'self' 'unsafe-inline'${also('style')}`,
      // Pictures elsewhere would see who looks at what, and could be exchanged after they were approved.
      `img-src 'self' data: blob:${pictureHosts(maps).map(withSpace).join('')}`,
      `font-src 'self' data:${maps?.googleMapsApiKey ? ' https://fonts.gstatic.com' : ''}`,
      `connect-src 'self'${also('connect')}`,
      `frame-src${also('frame') || " 'none'"}`,
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...directives,
    ].join('; '),
    ...(reportedDirectives.length > 0 && {
      'content-security-policy-report-only': reportedDirectives.join('; '),
    }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The sign-in popup must be able to message its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

const withSpace = (source: string): string => ` ${source}`

/** Where maps have their tiles and symbols from. */
function pictureHosts(maps: PageSettings['maps']): string[] {
  return [
    ...(maps?.tilesUrl ? [hostOfTiles(maps.tilesUrl)] : []),
    ...(maps?.googleMapsApiKey ? GOOGLE_MAPS_HOSTS : []),
  ]
}

/** Placeholders in a host stand for its mirrors: a.tile.example, b.tile.example. A policy can leave out only the first label. */
function hostOfTiles(tilesUrl: string): string {
  const [host = ''] = tilesUrl.replace('https://', '').split('/')
  const labels = host.split('.')
  const fixed = labels.slice(labels.findLastIndex((label) => label.includes('{')) + 1)
  return `https://${[...(fixed.length < labels.length ? ['*'] : []), ...fixed].join('.')}`
}

/** A drawing opened by itself is a document: it may style itself and nothing else. */
export const DRAWING_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/**
 * For the files of apps, which any slice's team publishes: opened by itself none of them is a document of this origin. The
 * policy does not apply to pages that load them as scripts, styles or pictures.
 */
export const publishedFileHeaders = (contentType: string) => ({
  'content-security-policy': contentType.startsWith('image/svg')
    ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    : "default-src 'none'; frame-ancestors 'none'; sandbox",
  [RESOURCE_POLICY]: 'cross-origin',
})
