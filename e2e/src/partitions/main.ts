import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { writeFile } from 'node:fs/promises'
import { importApartments, importLandlords, type Role } from '@offquad/contracts'
import { type Person } from '../people'
import { waitFor } from '../platform'
import { disagreements, lostWrites, type Storm, writeInStorm } from '../storm'
import { openNetwork } from './network'
import { GATEWAYS, MACHINES, startTwoOfEverything, type TwoOfEverything } from './two-of-everything'

const USAGE = `Usage: npm run test:partitions -- [--runs 10] [--seed N] [--pair reviews-1,redis] [--logs FILE]`

/** Delay and loss of every packet between two machines. */
const NETWORK = {
  delayMs: 20,
  loss: 0.01,
}
const MS = {
  before: 5_000,
  cut: 30_000,
  convergence: 10_000,
  /** The longest wait of a client for a response. */
  request: 20_000,
  /** After this time gateways have detected what they cannot reach. */
  detection: 12_000,
}
const WRITERS = 6
const APARTMENTS = Array.from({ length: 6 }, (_, index) => `apartment-${index + 1}`)
const LANDLORD = 'landlord-1'

/** Statuses of a call that cannot be served at the moment. */
const UNAVAILABLE = [502, 503, 504]

/** The pairs of machines that communicate. */
const PAIRS = MACHINES.flatMap((a, index) =>
  MACHINES.slice(index + 1).flatMap((b) => (communicate(a, b) ? [[a, b] as const] : [])),
)

function communicate(a: string, b: string): boolean {
  const kinds = [a, b].map((name) => name.replace(/-\d$/, ''))
  const isStore = (kind: string | undefined) => kind === 'mongo' || kind === 'redis'
  if (kinds.every(isStore)) return false
  if (kinds.some(isStore) || kinds.includes('users')) return kinds[0] !== kinds[1]
  return kinds.includes('gateway') && kinds[0] !== kinds[1]
}

/** Consecutive seeds cut pairs of different kinds. */
const STRIDE = 7

const print = (line: string): void => void process.stdout.write(`${line}\n`)

interface Read {
  gateway: string
  path: string
  /** Absent: no response in time. */
  status?: number
  at: number
}

function createPerson(platform: TwoOfEverything, userId: string, role: Role): Person {
  let calls = 0
  return {
    async send(method, path, body) {
      // Round robin, as a load balancer.
      const url = platform.urls[calls++ % platform.urls.length]
      try {
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${platform.tokenOf(userId, role)}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(MS.request),
        })
        const text = await response.text()
        return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
      } catch {
        return undefined
      }
    },
  }
}

async function loadListings(admin: Person): Promise<void> {
  const send = async (path: string, values: object[]) => {
    const rows = values.map((value, index) => ({ line: index + 1, value }))
    const answer = await admin.send('POST', path, { rows, dryRun: false })
    if (answer?.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
  }
  await send(importLandlords.path, [
    { id: LANDLORD, name: 'A Landlord', contact: '', address: null, photos: [] },
  ])
  await send(
    importApartments.path,
    APARTMENTS.map((id, index) => ({
      id,
      name: `Apartment ${index + 1}`,
      address: `${index + 1} Test Street`,
      landlordId: LANDLORD,
      area: 'COLLEGETOWN',
      numBeds: 2,
      numBaths: 1,
      price: 1000,
      latitude: 42.44,
      longitude: -76.485,
      photos: [],
    })),
  )
}

/** Differences between the gateways, or between them and the reviews; empty when there are none. */
async function differences(platform: TwoOfEverything): Promise<string[]> {
  const faults = await Promise.all(
    platform.urls.map(async (url, index) => {
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })
      const needs = ready.status === 200 ? [] : [`not ready: ${await ready.text()}`]
      return [...needs, ...(await disagreements(url, APARTMENTS))].map(
        (fault) => `${GATEWAYS[index]}: ${fault}`,
      )
    }),
  ).catch((error: unknown) => [[String(error)]])
  return faults.flat()
}

async function run(
  platform: TwoOfEverything,
  seed: number,
  chosen: string | undefined,
  cut: Cut,
): Promise<string[]> {
  const [a, b] = chosen?.split(',') ?? PAIRS[(seed * STRIDE) % PAIRS.length] ?? []
  if (a === undefined || b === undefined) throw new Error(USAGE)
  const admin = createPerson(platform, 'admin', 'admin')
  const storm: Storm = {
    authors: ['ada', 'ben', 'cleo', 'dan'].map((name) =>
      createPerson(platform, `${name}-${seed}`, 'student'),
    ),
    admin,
    apartments: APARTMENTS,
    landlordId: LANDLORD,
    ledger: new Map(),
  }
  const statuses = new Map<string, number>()
  const reads: Read[] = []
  let isStorming = true
  let round = 0
  const writers = Array.from({ length: WRITERS }, async () => {
    while (isStorming)
      for (const status of await writeInStorm(storm, round++))
        statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
  })
  const readers = GATEWAYS.map(async (gateway, index) => {
    for (let number = 0; isStorming; number += 1) {
      const paths = [
        `/api/apts/${APARTMENTS[number % APARTMENTS.length]}`,
        `/api/review/aptId/${APARTMENTS[number % APARTMENTS.length]}/APPROVED`,
        `/api/search?q=street ${seed} ${number}`,
        '/api/faqs',
      ]
      const path = paths[number % paths.length] ?? ''
      const status = await fetch(`${platform.urls[index]}${path}`, {
        signal: AbortSignal.timeout(MS.request),
      })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => undefined)
      reads.push({ gateway, path, at: Date.now(), ...(status !== undefined && { status }) })
      await delay(50)
    }
  })

  await delay(MS.before)
  const before = storm.ledger.size
  cut.begin(a, b)
  const cutAt = Date.now()
  await delay(MS.cut)
  cut.end()
  const healedAt = Date.now()
  isStorming = false
  const converged = await waitFor(
    'both gateways to agree with the reviews',
    async () => (await differences(platform)).length === 0 && Date.now(),
    60_000,
  ).catch(() => undefined)
  await Promise.all([...writers, ...readers])
  await waitFor(
    'the last writes to be counted',
    async () => (await differences(platform)).length === 0,
  ).catch(() => undefined)

  const late = reads.filter(({ at }) => at > cutAt + MS.detection && at < healedAt)
  const refused = late.filter(({ status }) => status !== 200)
  const wrong = reads.filter(
    ({ status }) => status !== undefined && status !== 200 && !UNAVAILABLE.includes(status),
  )
  const failures = [
    ...(await lostWrites(admin, storm.ledger)),
    ...(await differences(platform)),
    ...(converged === undefined || converged - healedAt > MS.convergence
      ? [`converged ${converged === undefined ? 'not' : `${converged - healedAt} ms`} after healing`]
      : []),
    ...(statuses.has('500') ? [`${statuses.get('500')} writes were answered with 500`] : []),
    ...wrong.map(({ gateway, path, status }) => `${gateway} answered ${path} with ${status}`),
  ]
  print(
    JSON.stringify({
      seed,
      cut: `${a} | ${b}`,
      acknowledged: storm.ledger.size,
      whileCut: storm.ledger.size - before,
      writes: Object.fromEntries(statuses),
      reads: reads.length,
      refusedReads: reads.filter(({ status }) => status !== 200).length,
      refusedOnceNoticed: `${refused.length} of ${late.length}`,
      convergedMs: converged === undefined ? null : converged - healedAt,
      failures,
    }),
  )
  return failures
}

interface Cut {
  begin(a: string, b: string): void
  end(): void
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { runs: text, seed: text, pair: text, logs: text } })
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const network = await openNetwork(MACHINES, { seed, ...NETWORK })
  const stop = () => process.exit(130)
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  let failures = 0
  let platform: TwoOfEverything | undefined
  try {
    print(
      `${NETWORK.delayMs} ms and ${NETWORK.loss * 100} % loss between ${MACHINES.length} machines, seed ${seed}`,
    )
    platform = await startTwoOfEverything(network)
    const admin = createPerson(platform, 'admin', 'admin')
    await loadListings(admin)
    await waitFor(
      'the listings',
      async () => (await differences(platform as TwoOfEverything)).length === 0,
      120_000,
    )
    const cut = { begin: network.cut, end: network.heal }
    for (let index = 0; index < Number(values.runs ?? 10); index += 1)
      if ((await run(platform, seed + index, values.pair, cut)).length > 0) failures += 1
    const refused = platform.refusedByRedis()
    if (refused !== '') {
      failures += 1
      print(`Redis refused a process what it needs:\n${refused}`)
    }
  } finally {
    if (values.logs && platform) await writeFile(values.logs, platform.output())
    await (platform ?? network).close()
  }
  print(`${Math.max(0, Number(values.runs ?? 10) - failures)} passed, ${failures} failed`)
  process.exit(failures === 0 ? 0 : 1)
}

await main()
