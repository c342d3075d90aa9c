const SUBSCRIBED_TTL_MS = 60_000
const UNSUBSCRIBED_TTL_MS = 2_000
// A broken connection reports itself at every attempt to mend it, at least this often.
const RECOVERED_AFTER_MS = 10_000

/** How long a response may be cached: long while the gateway is subscribed to changes, short otherwise. */
export function createCacheLifetime(now: () => number = Date.now) {
  let isSubscribed = false
  let missedAt = -Infinity
  return {
    subscribed() {
      isSubscribed = true
    },
    missed() {
      missedAt = now()
    },
    /** Since it began to listen, before which it evicted everything. */
    isSubscribed: () => isSubscribed,
    maxAgeMs: () =>
      isSubscribed && now() - missedAt > RECOVERED_AFTER_MS ? SUBSCRIBED_TTL_MS : UNSUBSCRIBED_TTL_MS,
  }
}
