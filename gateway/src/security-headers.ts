/** For every response. */
export function securityHeaders(nodeEnv: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    ...(nodeEnv === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** For HTML. The design system writes its styles into the page, hence 'unsafe-inline' for styles only. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The sign-in popup must be able to answer its opener.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** A drawing opened by itself is a document: it may style itself and nothing else. */
export const DRAWING_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}
