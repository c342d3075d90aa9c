import { type PageSettings } from './page-settings'

/** Scripts that this site does not serve, by the beginning of their URLs. */
const GOOGLE_SIGN_IN = 'https://accounts.google.com/gsi/client'
const GOOGLE_MAPS = 'https://maps.googleapis.com/'

interface TrustedTypes {
  /** An inline script that comes before all others. */
  script: string
  /** The directives of the page's policy; Google's scripts are exempt. */
  directives: string[]
  /** The same for a policy that is reported and not enforced. */
  reportedDirectives: string[]
}

/**
 * What may become code or markup on a page, in browsers that know Trusted Types (w3.org/TR/trusted-types): scripts of published
 * apps, and text without markup, as the design system writes its styles. The default policy decides about all sinks, so that
 * webpack, the loader of remotes and antd need no policies of their own.
 */
export function trustedTypesFor({ signIn, maps, allowsOverrides }: Partial<PageSettings>): TrustedTypes {
  const guests = [
    ...(signIn && !signIn.chooserUrl ? [GOOGLE_SIGN_IN] : []),
    ...(maps?.googleMapsApiKey ? [GOOGLE_MAPS] : []),
  ]
  const directives = ["require-trusted-types-for 'script'"]
  return {
    script: `(${installPolicy})(${JSON.stringify(guests)},${allowsOverrides === true})`,
    directives: guests.length === 0 ? [...directives, 'trusted-types default'] : [],
    reportedDirectives: guests.length === 0 ? [] : directives,
  }
}

/** Runs on the page: text, as builds would rewrite a function. Leaflet probes for SVG with the one element. */
const installPolicy = `(guests,isDeveloper)=>{
if(!window.trustedTypes)return
const isOfSite=({origin,pathname})=>origin===location.origin&&pathname.startsWith("/mf/")
const isOfDeveloper=({hostname})=>isDeveloper&&["localhost","127.0.0.1"].includes(hostname)
const isOfGuest=({href})=>guests.some((guest)=>href.startsWith(guest))
trustedTypes.createPolicy("default",{
createHTML:(text)=>text.includes("<")&&text!=="<svg/>"?null:text,
createScriptURL:(text)=>[isOfSite,isOfDeveloper,isOfGuest].some((isOf)=>isOf(new URL(text,location.href)))?text:null
})
}`
