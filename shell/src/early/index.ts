import { type EarlyValues, REMEMBERED_USER_KEY } from '@offquad/contracts'
import { applyColors } from './colors'
import { recordClicks } from './clicks'
import { installTrustedTypes } from './trusted-types'
import { preloadFont } from './font'
import { reportLeaving } from './leave'
import { loadScripts } from './load-scripts'
import { retryScripts } from './retry-scripts'
import { REMEMBERS_USER } from './marks'
import { connection, isSlow } from './connection'
import { readStored } from './stored'

/**
 * Runs on every page before the rest of it is parsed: the build writes the script into index.html, and the gateway adds the
 * values. Both are in one element, because each element delays a phone's first paint by 10 ms.
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

/** Hides the sign-in button from the user of the last visit until the shell takes over. */
function markRememberedUser(): void {
  if (readStored(REMEMBERED_USER_KEY)) document.documentElement.dataset[REMEMBERS_USER] = ''
}

/** Turns speculative loading off for visitors who save data or have a slow connection. */
function spareSlowConnections(): void {
  addEventListener('DOMContentLoaded', () => {
    const current = connection()
    if (current && isSlow(current)) document.querySelector('script[type=speculationrules]')?.remove()
  })
}
