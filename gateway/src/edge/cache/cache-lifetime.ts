const SUBSCRIBED_TTL_MS = 60_000
const UNSUBSCRIBED_TTL_MS = 2_000
// A broken connection reports every failed attempt to reconnect, at least this often.
const RECOVERED_AFTER_MS = 10_000

/** How long responses may be cached: a minute while the gateway is subscribed to changes, otherwise two seconds. */
export function createCacheLifetime(now: () => number = Date.now) {
  let isSubscribed = false
  let gapAt = -Infinity
  return {
    onSubscribed() {
      isSubscribed = true
    },
    /** Changes may have been missed. */
    onGap() {
      gapAt = now()
    },
    isSubscribed: () => isSubscribed,
    maxAgeMs: () =>
      isSubscribed && now() - gapAt > RECOVERED_AFTER_MS ? SUBSCRIBED_TTL_MS : UNSUBSCRIBED_TTL_MS,
  }
}
