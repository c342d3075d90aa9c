import autocannon from 'autocannon'

const CONNECTIONS = 50
const SECONDS = 5
const ROUNDS = 3

export interface Contender {
  name: string
  url: string
  /** Requested in turn by every connection; absent: only the URL. */
  paths?: string[]
  /** Adds a number to each URL, so that all requests are different. */
  isAlwaysNew?: boolean
}

export interface Measured extends Contender {
  /** Median over the rounds of the mean requests per second. */
  requestsPerSecond: number
  /** In milliseconds, of the median round. */
  p99Ms: number
  failures: number
}

/** Loads the contenders in turn, round by round, so that both see the same machine; the median round counts. */
export async function compare(contenders: Contender[]): Promise<Measured[]> {
  const rounds = contenders.map(() => [] as autocannon.Result[])
  for (const contender of contenders) await load(contender, 1)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, contender] of contenders.entries()) rounds[index]?.push(await load(contender, SECONDS))
  return contenders.map((contender, index) => summarize(contender, rounds[index] ?? []))
}

let asked = 0

async function load(contender: Contender, duration: number): Promise<autocannon.Result> {
  const { url, paths, isAlwaysNew } = contender
  const requests = paths?.map((path): autocannon.Request => {
    const setupRequest = (request: autocannon.Request) => ({ ...request, path: `${path}&n=${(asked += 1)}` })
    return isAlwaysNew ? { path, setupRequest } : { path }
  })
  return autocannon({ url, connections: CONNECTIONS, duration, ...(requests && { requests }) })
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
