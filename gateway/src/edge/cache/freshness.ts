const WHILE_LISTENING_MS = 60_000
const WHILE_DEAF_MS = 2_000
// A broken connection reports itself at every attempt to mend it, at least this often.
const QUIET_MEANS_MENDED_MS = 10_000

/** How long an answer may be kept without word from its service: long while changes are heard of, short otherwise. */
export function createFreshness(now: () => number = Date.now) {
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
      isSubscribed && now() - missedAt > QUIET_MEANS_MENDED_MS ? WHILE_LISTENING_MS : WHILE_DEAF_MS,
  }
}
