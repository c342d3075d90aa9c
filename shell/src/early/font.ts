import { connection, isSlow } from './connection'
import { FONT_LATER, LOADED_FONT_KEY } from './marks'
import { readStored } from './stored'

/** Chrome reports 100 ms until it has measured a round trip, and rounds to 50 ms. */
const QUICK_ROUND_TRIP_MS = 100

/**
 * Preloads the page's font, except on a slow connection that has not loaded it before. There it would share the connection with
 * the page, and all text would be laid out again when it arrives: together 100 to 300 ms of a phone's first paint. Such a page is
 * shown in the fallback font, which has the same metrics, and the shell loads the font for the next page. Browsers that do not
 * report the connection always get the font.
 */
export function preloadFont(href: string): void {
  const current = connection()
  const isFar = current && (isSlow(current) || current.rtt > QUICK_ROUND_TRIP_MS)
  if (isFar && readStored(LOADED_FONT_KEY) !== href) document.documentElement.dataset[FONT_LATER] = href
  else
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous',
        href,
      }),
    )
}
