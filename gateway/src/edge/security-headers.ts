import { createHash } from 'node:crypto'
import { type PageSettings } from './pages/page-settings'

/** Header with the origins that may embed a response without CORS, see fetch.spec.whatwg.org/#cross-origin-resource-policy-header. */
export const RESOURCE_POLICY = 'cross-origin-resource-policy'

/** Headers for every response; responses that other sites may embed override the resource policy. */
export function securityHeaders(nodeEnv: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    [RESOURCE_POLICY]: 'same-origin',
    ...(nodeEnv === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** URL prefixes of scripts of Google. */
export const GOOGLE_SIGN_IN_SCRIPT = 'https://accounts.google.com/gsi/client'
export const GOOGLE_MAPS_SCRIPTS = 'https://maps.googleapis.com/'

/** See developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy. */
const GOOGLE_SIGN_IN = {
  script: [GOOGLE_SIGN_IN_SCRIPT],
  style: ['https://accounts.google.com/gsi/style'],
  connect: ['https://accounts.google.com/gsi/'],
  frame: ['https://accounts.google.com/gsi/'],
}

const GOOGLE_MAPS_HOSTS = ['https://maps.googleapis.com', 'https://maps.gstatic.com']

/**
 * The hosts that road maps need; developers.google.com/maps/documentation/javascript/content-security-policy lists many more,
 * for all of Google's products.
 */
const GOOGLE_MAPS = {
  script: ['https://maps.googleapis.com'],
  style: ['https://fonts.googleapis.com'],
  connect: [...GOOGLE_MAPS_HOSTS, 'data:', 'blob:'],
  frame: [],
}

const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']

/** A developer's slice, which reports changes over a WebSocket. */
const THIS_MACHINE = {
  script: LOCAL,
  style: LOCAL,
  connect: [...LOCAL, 'ws://localhost:*', 'ws://127.0.0.1:*'],
  frame: [],
}

/** Additions to a page's policy that do not follow from its settings. */
interface PagePolicy {
  /** Hashes of its inline scripts. */
  inlineScripts?: readonly string[]
  /** Allow scripts that an allowed script loads, instead of hosts ('strict-dynamic'). */
  trustsLoadedScripts?: boolean
  directives?: readonly string[]
  /** Directives that are report-only. */
  reportedDirectives?: readonly string[]
}

/** Headers for HTML: pages may load only what the configured features need. */
export function pageHeaders(
  { maps, signIn, allowsOverrides }: Partial<PageSettings> = {},
  {
    inlineScripts = [],
    trustsLoadedScripts = false,
    directives = [],
    reportedDirectives = [],
  }: PagePolicy = {},
): Record<string, string> {
  const thirdParties = [
    ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN] : []),
    ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS] : []),
    ...(allowsOverrides ? [THIS_MACHINE] : []),
  ]
  const also = (kind: keyof typeof GOOGLE_MAPS) =>
    thirdParties
      .flatMap((sources) => sources[kind])
      .map(withSpace)
      .join('')
  return {
    'content-security-policy': [
      "default-src 'self'",
      // Browsers that support 'strict-dynamic' ignore the hosts next to it.
      `script-src 'self'${also('script')}${inlineScripts.map(withSpace).join('')}${trustsLoadedScripts ? " 'strict-dynamic'" : ''}`,
      ...(maps?.googleMapsApiKey ? ["worker-src 'self' blob:"] : []),
      // The design system injects its styles into the page.
      `style-src 'self' 'unsafe-inline'${also('style')}`,
      // Hosts of external pictures could track visitors, and replace pictures after they were approved.
      `img-src 'self' data: blob:${pictureHosts(maps).map(withSpace).join('')}`,
      `font-src 'self' data:${maps?.googleMapsApiKey ? ' https://fonts.gstatic.com' : ''}`,
      `connect-src 'self'${vectorTileHost(maps).map(withSpace).join('')}${also('connect')}`,
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

/** The source expression that allows an inline script in a policy. */
export const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const withSpace = (source: string): string => ` ${source}`

/** The host of the vector tiles, unless the gateway serves them. */
const vectorTileHost = (maps: PageSettings['maps']): string[] =>
  maps?.vectorTilesUrl?.startsWith('https://') ? [new URL(maps.vectorTilesUrl).origin] : []

/** The hosts of map tiles and symbols. */
function pictureHosts(maps: PageSettings['maps']): string[] {
  return [
    ...(maps?.tilesUrl ? [hostOfTiles(maps.tilesUrl)] : []),
    ...(maps?.googleMapsApiKey ? GOOGLE_MAPS_HOSTS : []),
  ]
}

/** Placeholders in a host stand for mirrors such as a.tile.example. A policy allows a wildcard only as the first label. */
function hostOfTiles(tilesUrl: string): string {
  const [host = ''] = tilesUrl.replace('https://', '').split('/')
  const labels = host.split('.')
  const fixed = labels.slice(labels.findLastIndex((label) => label.includes('{')) + 1)
  return `https://${[...(fixed.length < labels.length ? ['*'] : []), ...fixed].join('.')}`
}

/** An SVG opened directly is a document: it may apply its own styles and nothing else. */
export const DRAWING_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/**
 * Headers for published files of apps, which any team can deploy: opened directly, they are sandboxed and not documents of this
 * origin. The policy does not affect pages that load them as scripts, styles or pictures.
 */
export const publishedFileHeaders = (contentType: string) => ({
  'content-security-policy': contentType.startsWith('image/svg')
    ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
    : "default-src 'none'; frame-ancestors 'none'; sandbox",
  [RESOURCE_POLICY]: 'cross-origin',
})
