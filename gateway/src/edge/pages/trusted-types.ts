import { type PageSettings } from './page-settings'

/** URL prefixes of third-party scripts. */
const GOOGLE_SIGN_IN = 'https://accounts.google.com/gsi/client'
const GOOGLE_MAPS = 'https://maps.googleapis.com/'

interface TrustedTypes {
  /** An inline script that must come before all others. */
  script: string
  /** Enforced directives; empty on pages with scripts of Google. */
  directives: string[]
  /** Report-only directives. */
  reportedDirectives: string[]
}

/**
 * Restricts what may become code or markup on a page, in browsers with Trusted Types (w3.org/TR/trusted-types): scripts of
 * published apps, text without markup, such as the styles that the design system injects, and drawings. The default policy covers all
 * sinks, so that webpack, the remote loader and antd need no policies of their own.
 */
export function trustedTypesFor({ signIn, maps, allowsOverrides }: Partial<PageSettings>): TrustedTypes {
  const thirdParties = [
    ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN] : []),
    ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS] : []),
  ]
  const directives = ["require-trusted-types-for 'script'"]
  return {
    script: `(${installPolicy})(${JSON.stringify(thirdParties)},${allowsOverrides === true})`,
    directives: thirdParties.length === 0 ? [...directives, 'trusted-types default'] : [],
    reportedDirectives: thirdParties.length === 0 ? [] : directives,
  }
}

/**
 * Tags of SVG that draw, with attributes that neither run nor load anything: drawings that follow the theme are part of the
 * document, and Leaflet uses `<svg/>` to detect SVG support.
 */
const SHAPES = String.raw`/<\/?(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon)(?:\s+(?!on|style|href)[a-z-]+="[^"<>&]*")*\s*\/?>/gi`

/** Runs on the page. A string, because builds would transform a function. */
const installPolicy = `(thirdParties,isDeveloper)=>{
if(!window.trustedTypes)return
const isOfSite=({origin,pathname})=>origin===location.origin&&pathname.startsWith("/mf/")
const isOfDeveloper=({hostname})=>isDeveloper&&["localhost","127.0.0.1"].includes(hostname)
const shapes=${SHAPES}
const isOfThirdParty=({href})=>thirdParties.some((prefix)=>href.startsWith(prefix))
trustedTypes.createPolicy("default",{
createHTML:(text)=>text.replace(shapes,"").includes("<")?null:text,
createScriptURL:(text)=>[isOfSite,isOfDeveloper,isOfThirdParty].some((isOf)=>isOf(new URL(text,location.href)))?text:null
})
}`
