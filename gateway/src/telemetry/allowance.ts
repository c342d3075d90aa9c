/** How much each address may do in a minute. */
export interface Allowance {
  /** Whether it may; then it has. */
  take(address: string, amount: number): boolean
  close(): void
}

const MINUTE_MS = 60_000
const MOST_ADDRESSES = 100_000

export function createAllowance(perMinute: number): Allowance {
  const taken = new Map<string, number>()
  const timer = setInterval(() => taken.clear(), MINUTE_MS).unref()
  return {
    take(address, amount) {
      const next = (taken.get(address) ?? 0) + amount
      if (next > perMinute || (taken.size >= MOST_ADDRESSES && !taken.has(address))) return false
      taken.set(address, next)
      return true
    },
    close: () => clearInterval(timer),
  }
}
