const isBrowser = 'document' in globalThis

/** Whether the page came from the cache although the browser is online: its network does not reach the site. */
let isUnreachable = isBrowser && navigator.onLine && document.documentElement.dataset.kept !== undefined
if (isUnreachable) addEventListener('online', () => (isUnreachable = false), { once: true })

/** Ends the outage on the first response of the site: those of the service worker's cache have no request id. */
export function onResponse({ headers }: Response): void {
  if (isUnreachable && headers.has('x-request-id')) dispatchEvent(new Event('online'))
}

/** Whether this page has no network that reaches the site, as far as the browser knows. */
export const isOffline = (): boolean => isBrowser && (isUnreachable || !navigator.onLine)
