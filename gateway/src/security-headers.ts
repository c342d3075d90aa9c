import { type PageSettings } from './pages/page-settings'

/** For every response. */
export function securityHeaders(nodeEnv: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
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

/** See developers.google.com/maps/documentation/javascript/content-security-policy. */
const GOOGLE_MAPS = {
  script: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  style: ['https://fonts.googleapis.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  frame: [],
}

const LOCAL = ['http://localhost:*', 'http://127.0.0.1:*']

/** Where a developer's slice runs, and says over a web socket that it has changed. */
const THIS_MACHINE = {
  script: LOCAL,
  style: LOCAL,
  connect: [...LOCAL, 'ws://localhost:*', 'ws://127.0.0.1:*'],
  frame: [],
}

/** For HTML: what a page may load, no more than what is configured needs. */
export function pageHeaders({ maps, signIn, allowsOverrides }: Partial<PageSettings> = {}) {
  const guests = [
    ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN] : []),
    ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS] : []),
    ...(allowsOverrides ? [THIS_MACHINE] : []),
  ]
  const also = (kind: keyof typeof GOOGLE_MAPS) =>
    guests
      .flatMap((guest) => guest[kind])
      .map((source) => ` ${source}`)
      .join('')
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${also('script')}`,
      // The design system writes its styles into the page.
      `style-src 'self' 'unsafe-inline'${also('style')}`,
      "img-src 'self' data: blob: https:",
      `font-src 'self' data:${maps?.googleMapsApiKey ? ' https://fonts.gstatic.com' : ''}`,
      `connect-src 'self'${also('connect')}`,
      `frame-src${also('frame') || " 'none'"}`,
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // The sign-in popup must be able to answer its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

/** A drawing opened by itself is a document: it may style itself and nothing else. */
export const DRAWING_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}
