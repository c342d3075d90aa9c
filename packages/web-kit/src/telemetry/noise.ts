import { type Noise } from '@offquad/contracts'
import { isOffline } from '../is-offline'

/** The time after an outage in which it may still cause failures, in milliseconds. */
const AFTERMATH_MS = 30_000

/** Translations wrap text in this element, which no app uses. */
const TRANSLATED = 'font'

/** Traces of extensions: elements beside the head and body, and the extensions' files. */
const EXTENDED = ':root > :not(head, body), [src*="-extension://"], [href*="-extension://"]'

let isChanged = false
let offlineUntil = 0
let unavailableUntil = 0

/**
 * Watches for changes of the page by extensions before React has taken over. Failures on such a page are not attributed to any
 * version.
 * @param container with the content that the server rendered
 * @returns a function that ends the watch, to be called right before React hydrates the content
 */
export function watchForChanges(container: HTMLElement): () => void {
  const observer = new MutationObserver(() => (isChanged = true))
  const observe = () => observer.observe(container, { childList: true, characterData: true, subtree: true })
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', observe, { once: true })
  else observe()
  return () => {
    isChanged ||= observer.takeRecords().length > 0
    observer.disconnect()
  }
}

/** Watches for the loss of the connection. */
export function watchConnection(): void {
  addEventListener('online', () => (offlineUntil = Date.now() + AFTERMATH_MS))
}

/** Records that a service could not be reached. */
export function noteOutage(): void {
  unavailableUntil = Date.now() + AFTERMATH_MS
}

/** The reason why a failure does not count against a version; undefined if it counts. */
export function noiseNow(error?: unknown): Noise | undefined {
  if (document.querySelector(TRANSLATED)) return 'translated'
  const stack = error instanceof Error ? error.stack : undefined
  if (isChanged || stack?.includes('-extension://') || document.querySelector(EXTENDED)) return 'extension'
  if (isOffline() || Date.now() < offlineUntil) return 'offline'
  if (Date.now() < unavailableUntil) return 'unavailable'
  return undefined
}

/** For tests. */
export function resetNoise(): void {
  isChanged = false
  offlineUntil = 0
  unavailableUntil = 0
}
