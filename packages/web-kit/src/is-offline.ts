const isBrowser = 'document' in globalThis

/** Whether the page came from the cache although the browser is online: its network does not reach the site. */
let isUnreachable = isBrowser && navigator.onLine && document.documentElement.dataset.kept !== undefined
if (isUnreachable) addEventListener('online', () => (isUnreachable = false), { once: true })

/** Whether this page has no network that reaches the site, as far as the browser knows. */
export const isOffline = (): boolean => isBrowser && (isUnreachable || !navigator.onLine)
