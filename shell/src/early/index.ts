import { type EarlyValues } from '@offquad/contracts'
import { applyColors } from './colors'
import { recordClicks } from './clicks'
import { installTrustedTypes } from './trusted-types'
import { preloadFont } from './font'
import { reportLeaving } from './leave'
import { loadScripts } from './load-scripts'
import { retryScripts } from './retry-scripts'
import { markRememberedUser } from './remembered-user'
import { spareSlowConnections } from './spare-slow-connections'

/**
 * Runs on every page before anything else of it is parsed: the build writes it into index.html, and the gateway puts the values
 * beside it. In one element, because each takes a phone 10 ms before the first paint.
 */
const values = JSON.parse(document.currentScript?.dataset.early ?? '') as EarlyValues

installTrustedTypes(values)
applyColors()
if (values.font) preloadFont(values.font)
reportLeaving()
retryScripts()
loadScripts(values)
if (values.isRendered) {
  recordClicks()
  markRememberedUser()
  spareSlowConnections()
}
