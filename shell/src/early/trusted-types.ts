import { type EarlyValues } from '@offquad/contracts'

interface Policy {
  createHTML(text: string): string | null
  createScriptURL(url: string): string | null
}

/** Missing in TypeScript's library (w3.org/TR/trusted-types). */
interface TrustedTypes {
  createPolicy(name: string, policy: Policy): void
}

/**
 * Tags of SVG that draw, with attributes that neither run nor load anything: drawings that follow the theme are part of the
 * document, and Leaflet uses `<svg/>` to detect SVG support.
 */
const SHAPES =
  /<\/?(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon)(?:\s+(?!on|style|href)[a-z-]+="[^"<>&]*")*\s*\/?>/gi

const LOCAL_HOSTS = ['localhost', '127.0.0.1']

/**
 * Restricts what may become code or markup on the page, in browsers with Trusted Types: scripts of published apps, text without
 * markup, such as the styles that the design system injects, and drawings. The default policy covers all sinks, so that webpack,
 * the remote loader and antd need no policies of their own. Must run before all other scripts.
 */
export function installTrustedTypes({
  thirdParties,
  isDeveloper,
}: Pick<EarlyValues, 'thirdParties' | 'isDeveloper'>): void {
  const isAllowed = ({ origin, pathname, hostname, href }: URL) =>
    (origin === location.origin && (pathname.startsWith('/mf/') || pathname === '/sw.js')) ||
    (isDeveloper && LOCAL_HOSTS.includes(hostname)) ||
    thirdParties.some((prefix) => href.startsWith(prefix))
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.replace(SHAPES, '').includes('<') ? null : text),
    createScriptURL: (text) => (isAllowed(new URL(text, location.href)) ? text : null),
  })
}
