/** Counts of a version by route, then by network. */
export type VersionCounts<Counts> = Map<string, Map<string, Counts>>

type Numbers<Counts> = { [Key in keyof Counts]: number }

export function sumCounts<Counts extends Numbers<Counts>>(...all: Counts[]): Counts {
  const sum: Record<string, number> = { ...all[0] }
  // Not over Object.entries, whose arrays cost most of the time of judging a version.
  for (const counts of all.slice(1)) for (const name in counts) sum[name] = (sum[name] ?? 0) + counts[name]
  return sum as Counts
}

/** Adds to the counts of a key. */
export function addCounts<Key, Counts extends Numbers<Counts>>(
  total: Map<Key, Counts>,
  key: Key,
  more: Counts,
): void {
  const counts = total.get(key)
  total.set(key, counts ? sumCounts(counts, more) : more)
}

/** Adds to the counts of a network on a route. */
export function addOfRoute<Counts extends Numbers<Counts>>(
  total: VersionCounts<Counts>,
  route: string,
  network: string,
  more: Counts,
): void {
  const byNetwork = total.get(route) ?? new Map<string, Counts>()
  addCounts(byNetwork, network, more)
  total.set(route, byNetwork)
}

/** By network, summed over all routes. */
export function sumRoutes<Counts extends Numbers<Counts>>(
  counts: VersionCounts<Counts>,
): Map<string, Counts> {
  const all = new Map<string, Counts>()
  for (const byNetwork of counts.values())
    for (const [network, more] of byNetwork) addCounts(all, network, more)
  return all
}
