import autocannon from 'autocannon'

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 3

export interface Contender {
  name: string
  url: string
}

export interface Measured extends Contender {
  /** Median over the rounds of the mean requests per second. */
  requestsPerSecond: number
  /** Of the median round, in milliseconds. */
  p99Ms: number
  failures: number
}

/** Loads the contenders in turn, round by round, so that both see the same machine; the median round counts. */
export async function compare(contenders: Contender[]): Promise<Measured[]> {
  const rounds = contenders.map(() => [] as autocannon.Result[])
  for (const { url } of contenders) await autocannon({ url, connections: CONNECTIONS, duration: 1 })
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { url }] of contenders.entries())
      rounds[index]?.push(await autocannon({ url, connections: CONNECTIONS, duration: SECONDS }))
  return contenders.map((contender, index) => summarize(contender, rounds[index] ?? []))
}

function summarize(contender: Contender, results: autocannon.Result[]): Measured {
  const sorted = results.toSorted((a, b) => a.requests.average - b.requests.average)
  const median = sorted[Math.floor(sorted.length / 2)]
  return {
    ...contender,
    requestsPerSecond: Math.round(median?.requests.average ?? 0),
    p99Ms: median?.latency.p99 ?? 0,
    failures: results.reduce((sum, result) => sum + result.errors + result.non2xx, 0),
  }
}
