/** Upper bound for the wait until the browser is idle. */
const IDLE_TIMEOUT_MS = 3_000

/** Runs `work` once the page has nothing else to do, within a few seconds. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(work, IDLE_TIMEOUT_MS)
}
