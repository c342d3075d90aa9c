import autocannon from 'autocannon'
import { type Platform, residentMegabytes, startPlatform } from './processes'
import { print } from './report'
import { median, signIn } from './writing'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const REQUESTS_PER_SECOND = 150
const CONNECTIONS = 24
const PEOPLE = 12
/** Before that, caches fill and the JIT compiler settles. */
const WATCHED_SHARE = 2 / 3
const GROWTH_BAR = 1.05
const P99_BAR = 1.2
/** It keeps all data in memory, unlike the MongoDB server that it replaces. */
const STAND_IN = 'embedded-mongo'

interface Minute {
  p50: number
  p99: number
  failures: number
  requests: number
  megabytes: Map<string, number>
}

// Half an hour of a university's load, to detect memory leaks and growing latency. Exits with 1 below a bar.
const platform = await startPlatform()
let isWithinBars = false
try {
  const minutes: Minute[] = []
  print(
    `\n${MINUTES} minutes of mixed load, ${REQUESTS_PER_SECOND} requests/s\n  minute   p50   p99  failed  MB`,
  )
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const measured = await load(platform)
    minutes.push(measured)
    const { p50, p99, failures, megabytes } = measured
    const total = sum([...megabytes.values()]).toFixed(0)
    print(`  ${String(minute).padStart(6)}${cell(p50)}${cell(p99)}${cell(failures, 8)}  ${total}`)
  }
  isWithinBars = judge(minutes)
} finally {
  await platform.stop()
}
print(isWithinBars ? '\nWithin every bar.' : '\nBelow a bar.')
process.exitCode = isWithinBars ? 0 : 1

/** Runs one minute of load. Users sign in for each, because tokens expire after ten. */
async function load(target: Platform): Promise<Minute> {
  const people = Array.from({ length: PEOPLE }, (_, index) => signIn(target, `soak.${index}`))
  const requests = (await Promise.all(people)).flatMap(requestsOf)
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    overallRate: REQUESTS_PER_SECOND,
    duration: 60,
    requests: requests.toSorted(() => Math.random() - 0.5),
  })
  const measured = target.processes.map(
    async ({ name, pid }) => [name, await residentMegabytes(pid)] as const,
  )
  return {
    p50: result.latency.p50,
    p99: result.latency.p99,
    requests: result.requests.total,
    failures: result.errors + result.non2xx,
    megabytes: new Map(await Promise.all(measured)),
  }
}

/** Anonymous and signed-in reads, searches, and writes that do not grow the data. */
function requestsOf(token: string, person: number): autocannon.Request[] {
  const number = 1 + Math.floor(Math.random() * 300)
  const apartment = `demo-${number}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const get = (path: string, more = {}): autocannon.Request => ({ method: 'GET', path, headers: more })
  const post = (path: string, body: object): autocannon.Request => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(body),
  })
  const html = { accept: 'text/html', 'accept-encoding': 'br' }
  return [
    ...['/', `/apartment/${apartment}`, '/search?q=lane', '/faq'].map((path) => get(path, html)),
    ...[
      `/api/apts/${apartment}`,
      `/api/listings/${apartment}`,
      `/api/review/aptId/${apartment}/APPROVED`,
    ].map((path) => get(path)),
    ...[
      `/api/search?q=${person}%20${number}`,
      '/api/search-with-query-and-filters?locations=west&page=2',
    ].map((path) => get(path)),
    ...['/api/auth/me', '/api/saved-apartments', `/api/review/aptId/${apartment}/APPROVED`].map((path) =>
      get(path, headers),
    ),
    post('/api/add-saved-apartment', { apartmentId: apartment }),
    post('/api/remove-saved-apartment', { apartmentId: apartment }),
  ]
}

function judge(minutes: Minute[]): boolean {
  const watched = minutes.slice(-Math.round(minutes.length * WATCHED_SHARE))
  const third = Math.max(1, Math.floor(watched.length / 4))
  const [first, last] = [watched.slice(0, third), watched.slice(-third)]
  print(
    `\nResident memory, mean of the first ${third} and of the last ${third} of the last ${watched.length} minutes`,
  )
  const names = [...(minutes[0]?.megabytes.keys() ?? [])]
  const grown = names.filter((name) => {
    const [before, after] = [first, last].map((part) =>
      mean(part.map(({ megabytes }) => megabytes.get(name) ?? 0)),
    )
    const ratio = (after ?? 0) / (before || 1)
    print(`  ${name.padEnd(20)}${cell(before ?? 0)} MB ${cell(after ?? 0)} MB   ratio ${ratio.toFixed(2)}`)
    return name !== STAND_IN && ratio > GROWTH_BAR
  })
  const typicalOf = (part: Minute[]) => median(part.map(({ p99 }) => p99))
  const [before, after] = [typicalOf(first), typicalOf(last)]
  const worst = Math.max(...watched.map(({ p99 }) => p99))
  const failures = sum(minutes.map((minute) => minute.failures))
  print(
    `\n  p99 of a typical minute ${before} ms at first, ${after} ms at last (bar: ${P99_BAR} times); worst ${worst} ms`,
  )
  print(
    `  ${sum(minutes.map(({ requests }) => requests))} requests, ${failures} failed; no process may grow by more than 5 %`,
  )
  return grown.length === 0 && after <= before * P99_BAR && failures === 0
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function mean(numbers: number[]): number {
  return sum(numbers) / (numbers.length || 1)
}

function cell(value: number, width = 6): string {
  return value.toFixed(0).padStart(width)
}
