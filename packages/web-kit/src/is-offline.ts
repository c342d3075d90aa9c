const isBrowser = 'document' in globalThis

/** The page was opened from what the browser keeps although it has a network: one that leads nowhere. */
let isUnreachable = isBrowser && navigator.onLine && document.documentElement.dataset.kept !== undefined
if (isUnreachable) addEventListener('online', () => (isUnreachable = false), { once: true })

/** Whether this page has no network that reaches the site, as far as the browser knows. */
export const isOffline = (): boolean => isBrowser && (isUnreachable || !navigator.onLine)
