import { FONT_LATER, LOADED_FONT_KEY } from '@offquad/contracts'
import { escapeJson } from './html'

const FONT_PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="font")[^>]*\bhref="([^"]*)"[^>]*>\s*/

/** Chrome says 100 where it has not measured any yet, and rounds to 50 ms. */
const QUICK_ROUND_TRIP_MS = 100

/** A page without the tag that preloads its font, which the script below decides about. */
export const withoutFontPreload = (html: string): string => html.replace(FONT_PRELOAD, '')

/**
 * Preloads the page's font, except on a slow connection that has not loaded it before. There it would share the connection with
 * the page, and all text would be laid out again when it arrives: together 100 to 300 ms of a phone's first paint. Such a page is
 * shown in the fallback font, which has the same metrics, and the shell loads the font for the next page. Browsers that do not
 * tell about the connection always get the font.
 * @returns the inline script; undefined when the page preloads no font
 */
export function preloadFontByConnection(html: string): string | undefined {
  const [, url] = FONT_PRELOAD.exec(html) ?? []
  return url && `(${preloadFont})(${escapeJson(JSON.stringify(url))})`
}

/** Runs on the page. A string, because the build would transform a function. Browsers that block storage throw. */
const preloadFont = `(href)=>{
const{connection}=navigator
let loaded
try{loaded=localStorage.getItem("${LOADED_FONT_KEY}")}catch{}
const isSlow=connection&&(connection.saveData||connection.effectiveType!=="4g"||connection.rtt>${QUICK_ROUND_TRIP_MS})
if(isSlow&&loaded!==href)document.documentElement.dataset.${FONT_LATER}=href
else document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"font",type:"font/woff2",crossOrigin:"anonymous",href}))
}`
