import { endpointsForBrowsers } from './endpoints-for-browsers.mjs'
import { markPureDeclarations } from './pure-declarations.mjs'

/** A webpack loader, for TypeScript before it is compiled. */
export default function pureDeclarationsLoader(source) {
  return markPureDeclarations(endpointsForBrowsers(source))
}
