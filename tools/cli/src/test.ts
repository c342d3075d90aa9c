import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { findMongod, startMongod } from '@offquad/embedded-mongo/mongod'
import { withMongo } from '@offquad/operations'
import { affectedSuites, JOURNEYS } from './affected-suites'
import { findApps } from './build/apps'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { environment, REPOSITORY } from './config'
import { countEach, JEST, type Outcome, runJest } from './run-jest'
import { runNode } from './scripts'
import { CHROMIUM, ensureSystemPackage, REDIS } from './system-packages'
import { print, sayStep } from './terminal'
import { createUsersUnderTest } from './users-under-test'

/** By default, jest leaves one core of two idle. */
const ON_TWO_CORES = ['--maxWorkers', '2']
/** Services wait a third of the time: for timeouts, for databases that come back, for processes that start. */
const WAITING_A_LOT = ['--maxWorkers', '3']
const IN_A_BROWSER = ['--selectProjects', 'e2e', '--runInBand']
/** Much of it is waiting, so two suites run beside each other, each on a platform of its own. */
const TWO_PLATFORMS = [
  ...ON_TWO_CORES,
  '--selectProjects',
  'e2e',
  '--testSequencer',
  path.join(REPOSITORY, 'e2e/src/jest-longest-first.cjs'),
]

/** A pattern for a path below the repository, which may itself be in a folder named like one of its own. */
const inRepository = (pattern: string): string =>
  `${REPOSITORY.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}/${pattern}`

/**
 * Suites that `npm test` leaves to `npm run test:all`; together they run everything but `LONG`. They storm, kill, wait for timeouts or build
 * and therefore take five seconds or more, or test the tools. Add a suite here when it appears among the ten slowest, which each run prints.
 */
const LEFT_TO_ALL = {
  outsideBrowsers: [
    'deploy/',
    'tools/(?!cli/src/docs)',
    'packages/(releases/src/telemetry/simulated|(renderer|search-index/test)/|(ui|web-kit)/src/released-surface)',
    'packages/service-kit/(test/(events|metrics|migrations|redis-users|revocations)|src/testing)',
    'gateway/test/(anonymous|broken|circuit|concurrency|deploy-|edges|files|first-|forwarding|late-|learned|map-tiles|metrics|page-)',
    'gateway/test/(poisoned|previews|pruning|rate-|read-your|releases-console|rolling|server-ren|service-tr|shared-v|shared-s|site-gate|site-seq|slow-|stored|telemetry|try-|unavailable)',
    'gateway/src/edge/pages/page-router',
    'svc-catalog/test/(buses|change-log|commutes|editing|failover|find-|geocoding|idempotency|instances|killed|link-|listing-|outboxes|photo-|real-)',
    'svc-catalog/test/(review-s|routed|start|travel|watched)',
    'svc-catalog/src/(guides/render|search/map-index|.*open-transit)',
    'svc-reviews/test/(all-|anonymity|decisions|failover|flags|forget|forty|import|likes|listing-|outbox|photo-|photos|picture-)',
    'svc-reviews/test/(random-|review-sub|review-topics|roles|status|suggestions|text-)',
    'svc-reviews/src/moderation/moderation-trend',
    'svc-users/test/(failover|idempotency|killed|mail|outboxes|saved|session-attacks|sign-in-att|waiting)',
  ].map(inRepository),
  /** One journey of each kind stays, at one size. */
  inABrowser: [`e2e/specs/(?!(${JOURNEYS.join('|')})\\.)`],
}

/** Suites too slow for `npm run test:all`, or whose timing other suites would disturb. */
const LONG = {
  outsideBrowsers: ['tools/build-kit/test/reproducible-build', 'packages/service-kit/test/redis-failover'],
  inABrowser: ['e2e/specs/new-slices', 'e2e/specs/rolling-restart'],
  /** Suites that the other runs do in a window of one size only. */
  atTheOtherSize:
    'e2e/specs/(account|admin|admin-data|browse|find|moderation|navigation|search|search-map|sign-in).test',
  /** Longer runs of suites that the other runs contain as well. */
  scaled: [
    { suite: 'gateway/test/site-sequences', scale: { SEQUENCES: '200' } },
    { suite: 'gateway/test/slow-clients', scale: { SLOW_CLIENTS: '200' } },
    { suite: 'svc-catalog/test/killed-worker', scale: { KILLED_AT: 'every step' } },
    { suite: 'svc-catalog/test/killed-matching', scale: { KILLS: '20' } },
    { suite: 'svc-users/test/killed-mailing', scale: { KILLS: '20' } },
    { suite: 'svc-reviews/test/random-sequences', scale: { SEEDS: '8' } },
    { suite: 'svc-reviews/test/review-list', scale: { ROUNDS: '200' } },
    { suite: 'svc-reviews/test/decisions', scale: { SEQUENCES: '300' } },
    { suite: 'svc-reviews/test/forty-pictures', scale: { PICTURES: 'all' } },
  ],
}
/** Suites that run on the server in MONGODB_URI, besides those of the services. */
const ON_A_SERVER = {
  kit: 'packages/service-kit',
  /** As an administrator: it creates users and drops databases. */
  asRoot: 'tools/embedded-mongo',
  /** Suites that share one platform and stop none of its processes; its databases are dropped before. */
  specs: ['access', 'account', 'admin', 'browse', 'import', 'moderation', 'search', 'sign-in'].map(
    (name) => `e2e/specs/${name}`,
  ),
  /** Starts a platform of its own, on databases of the same names. */
  backup: 'e2e/specs/backup',
}
const WITHOUT_REAL_LISTINGS = 'there are no real listings beside the repository'
/** Suites that may skip tests, and when they do. */
const MAY_SKIP: Record<string, string | undefined> = {
  'deploy/test/containers.test.ts': 'no container engine answers at DOCKER_HOST',
  'deploy/test/kubernetes.test.ts': 'kubectl is not installed',
  'deploy/test/monitoring.test.ts': 'Prometheus and Alertmanager are not installed',
  'packages/search-index/test/equivalence.test.ts': WITHOUT_REAL_LISTINGS,
  'svc-catalog/test/real-listings.api.test.ts': WITHOUT_REAL_LISTINGS,
  'e2e/specs/import.test.ts': WITHOUT_REAL_LISTINGS,
  'e2e/specs/screens-of-real-listings.test.ts': WITHOUT_REAL_LISTINGS,
}

/** The same for suites on a server by address. */
const MAY_SKIP_ON_A_SERVER: Record<string, string | undefined> = {
  ...MAY_SKIP,
  'tools/embedded-mongo/test/process.test.ts': 'storage and process are those of embedded-mongo',
  'tools/embedded-mongo/test/refusals.test.ts': 'MongoDB does what embedded-mongo refuses',
}

const EXCEPT = '--testPathIgnorePatterns'
const ONLY = '--testPathPatterns'

/**
 * Runs tests and ends with how many passed, which failed and which suites took longest.
 * @param args none for what guards every change; `all` for the rest of what a change may break; `long` for what takes minutes more;
 *   `mongodb` for those that use a database, on the mongod on the PATH or the server in MONGODB_URI, then patterns of suites, when not
 *   all of these are to run; `containers` for the product in containers, on the engine at DOCKER_HOST; `--changed` for the suites of
 *   what has changed since main; anything else goes to jest: a file, a folder, `-t name`, `--watch`, `--coverage`
 */
export async function test([which = 'fast', ...rest]: string[]): Promise<void> {
  const run = RUNS[which]
  if (!run) return runGiven([which, ...rest])
  if (which === 'mongodb') requireServer()
  if (which === 'containers') requireEngine()
  ensureSystemPackage(REDIS)
  // Images are built from sources, and used without a browser.
  if (which !== 'containers') {
    ensureSystemPackage(CHROMIUM)
    await buildApps()
  }
  const outcomes = await run(rest)
  const maySkip = { containers: {} }[which] ?? (which === 'mongodb' ? MAY_SKIP_ON_A_SERVER : MAY_SKIP)
  report(outcomes, maySkip)
}

const SLOWEST = 10

function report(outcomes: Outcome[], maySkip: Record<string, string | undefined>): void {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const skipped = countEach(outcomes.flatMap((outcome) => outcome.skipped))
  const slowest = outcomes
    .flatMap((outcome) => outcome.suites)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
  for (const { suite, seconds } of slowest) print(`${seconds.toFixed(0).padStart(4)} s  ${suite}`)
  for (const [suite, tests] of skipped) {
    const reason = maySkip[suite]
    if (reason === undefined)
      failures.push(`${suite}: ${tests} tests were skipped, and nothing says why they may be`)
    else print(`skipped: ${suite}, ${tests} tests: ${reason}`)
  }
  if (failures.length > 0 || passed === 0) process.exitCode = 1
  // Printed last, because readers of a long log start at its end.
  for (const failure of failures) print(`failed: ${failure}`)
  print(`${passed} passed, ${failures.length} failed, on Node ${process.versions.node}`)
}

/** Runs jest with the arguments of the command. */
async function runGiven(args: string[]): Promise<void> {
  ensureSystemPackage(REDIS)
  if (!testOnlySources(args)) await buildApps()
  if (args.includes('--changed')) return runChanged(args.filter((arg) => arg !== '--changed'))
  const patterns = args.map(withCallsOfFeature)
  const isByTitle = args.includes('-t') && !args.some((arg) => /^--(watch|coverage)/.test(arg))
  if (!isByTitle) return runNode([JEST, '--forceExit', ...patterns])
  const { passed, failures } = await runJest(patterns)
  // Jest calls it a success.
  if (passed + failures.length === 0)
    throw new CommandFailure(`No test has "${args[args.indexOf('-t') + 1]}" in its title.`)
  if (failures.length > 0) process.exitCode = 1
}

async function runChanged(args: string[]): Promise<void> {
  const { suites, inABrowser } = await affectedSuites(['--affected', 'main'])
  if (suites.length === 0) print('No suite imports what differs from main.')
  else report([await runJest([...ON_TWO_CORES, ...args, '--runTestsByPath', ...suites])], MAY_SKIP)
  if (inABrowser.length > 0) print(`Left to you, in a browser: npm test -- ${inABrowser.join(' ')}`)
}

/** Whether the suites, those of slices and packages, need nothing that is built. */
export const testOnlySources = (args: string[]): boolean =>
  args.some((arg) => /^(svc-|mfe-|shell|gateway|packages\/)/.test(arg)) &&
  !args.some((arg) => /^(e2e|deploy|tools|bench|--changed)/.test(arg))

/** Tests of a feature's calls are in another folder: of svc-reviews/src/likes in svc-reviews/test/likes.api.test.ts. */
export const withCallsOfFeature = (pattern: string): string =>
  pattern.replace(/^(svc-[a-z]+|gateway)\/src\/([\w-]+)\/?$/, '$1/(src|test)/$2')

async function runFast(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const frontends = frontendProjects()
  sayStep('services')
  const services = ['--ignoreProjects', 'e2e', ...frontends]
  const left = [EXCEPT, ...LONG.outsideBrowsers, ...LEFT_TO_ALL.outsideBrowsers]
  outcomes.push(await runJest([...WAITING_A_LOT, ...services, ...left]))
  // By themselves: every suite leaves much of its browser behind in the memory of the process that ran it.
  sayStep('frontends')
  outcomes.push(await runJest([...ON_TWO_CORES, '--selectProjects', ...frontends, ...left]))
  sayStep('journeys through the whole product in a browser')
  const leftInABrowser = [EXCEPT, ...LONG.inABrowser, ...LEFT_TO_ALL.inABrowser]
  outcomes.push(await runJest([...TWO_PLATFORMS, ...leftInABrowser]))
  return outcomes
}

async function runAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  sayStep('services, packages and tools')
  const outside = ['--ignoreProjects', 'e2e', EXCEPT, ...LONG.outsideBrowsers]
  outcomes.push(await runJest([...WAITING_A_LOT, ...outside, ONLY, ...LEFT_TO_ALL.outsideBrowsers]))
  sayStep('the whole product in a browser')
  const longOnes = [EXCEPT, ...LONG.inABrowser]
  outcomes.push(await runJest([...TWO_PLATFORMS, ...longOnes, ONLY, ...LEFT_TO_ALL.inABrowser]))
  return outcomes
}

async function runLong(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { suite, scale } of LONG.scaled) {
    sayStep(suite)
    outcomes.push(await runJest(['--ignoreProjects', 'e2e', ONLY, suite], scale))
  }
  sayStep('builds, and failures of Redis')
  outcomes.push(await runJest(['--ignoreProjects', 'e2e', ONLY, ...LONG.outsideBrowsers]))
  sayStep('the whole product in a browser')
  outcomes.push(await runJest([...IN_A_BROWSER, ONLY, ...LONG.inABrowser]))
  sayStep('on a network that fails')
  outcomes.push(await runJest([...IN_A_BROWSER, ONLY, 'e2e/specs/faulty-network'], { SEQUENCES: '300' }))
  sayStep('on a list of two')
  outcomes.push(await runJest([...IN_A_BROWSER, ONLY, 'e2e/specs/lists'], { LIST_EDITS: '500' }))
  sayStep('in windows of the other size')
  const flows = [...ON_TWO_CORES, '--selectProjects', 'e2e', ONLY, LONG.atTheOtherSize]
  outcomes.push(await runJest(flows, { E2E_SIZES: 'other' }))
  return outcomes
}

/** The life of the product under docker-compose.yml; without an engine its tests are skipped, which fails this run. */
async function runContainers(): Promise<Outcome[]> {
  sayStep('the product in containers')
  return [await runJest(['--selectProjects', 'deploy', ONLY, 'deploy/test/containers'])]
}

function requireEngine(): void {
  if (environment().DOCKER_HOST) return
  throw new CommandFailure(
    'Set DOCKER_HOST to the container engine to test on, for example unix:///var/run/docker.sock.',
  )
}

function requireServer(): void {
  if (environment().MONGODB_URI || findMongod()) return
  throw new CommandFailure(
    'There is no mongod 7 or newer on the PATH. Install one, or set MONGODB_URI to the server to test on, for example mongodb://127.0.0.1:27017. It has to be one that nobody else uses: the databases of the platform there are dropped.',
  )
}

/** The server in MONGODB_URI, or the mongod on the PATH with an administrator; to be closed after the run. */
async function openServer(): Promise<{ uri: string; close(): Promise<void> }> {
  const { MONGODB_URI } = environment()
  if (MONGODB_URI) return { uri: MONGODB_URI, close: async () => undefined }
  return startMongod({ root: { user: 'root', password: randomBytes(16).toString('hex') } })
}

/** The services and the gateway; packages that are built as they are have no database of the platform. */
const withDatabase = (): string[] =>
  findApps().flatMap(({ folder, kind }) =>
    kind === 'frontend' || folder.startsWith('packages/') ? [] : [folder],
  )

const selecting = (projects: string[], only: string[]): string[] => [
  ...ON_TWO_CORES,
  '--passWithNoTests',
  '--selectProjects',
  ...projects,
  ...only,
]

/**
 * The suites of everything that uses a database, on a replica set or a standalone server. Where it has users, services connect
 * as those that the documentation asks for.
 */
async function runMongo(patterns: string[]): Promise<Outcome[]> {
  const only = patterns.length > 0 ? [ONLY, ...patterns] : []
  const server = await openServer()
  const MONGODB_URI = server.uri
  const services = withDatabase()
  const hasUsers = /\/\/[^/]*@/.test(MONGODB_URI)
  const users = hasUsers ? await createUsersUnderTest(MONGODB_URI, services) : undefined
  const outcomes: Outcome[] = []
  try {
    sayStep('services')
    const asService = { MONGODB_URI: users?.suitesUri ?? MONGODB_URI }
    outcomes.push(await runJest(selecting([...services, ON_A_SERVER.kit], only), asService))
    sayStep('what the embedded server promises')
    outcomes.push(await runJest(selecting([ON_A_SERVER.asRoot], only), { MONGODB_URI }))
    if (only.length > 0) return outcomes
    const platform = users ? { E2E_SECRETS_DIR: users.secretsDir } : { E2E_MONGODB_URI: MONGODB_URI }
    await dropPlatform(MONGODB_URI)
    sayStep('the whole product in a browser')
    const specs = [...IN_A_BROWSER, ONLY, ...ON_A_SERVER.specs]
    outcomes.push(await runJest(specs, { ...platform, MONGODB_URI: undefined }))
    await dropPlatform(MONGODB_URI)
    sayStep('backup and restore')
    const backup = [...IN_A_BROWSER, ONLY, ON_A_SERVER.backup]
    outcomes.push(await runJest(backup, { ...platform, MONGODB_URI: undefined, E2E_PLATFORM: 'none' }))
    return outcomes
  } finally {
    await dropPlatform(MONGODB_URI)
    await users?.remove()
    await server.close()
  }
}

/** A platform from scratch begins with empty databases. */
async function dropPlatform(uri: string): Promise<void> {
  await withMongo(uri, async (client) => {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    for (const { name } of databases) if (name.startsWith('offquad-')) await client.db(name).dropDatabase()
  })
}

const RUNS: Record<string, ((patterns: string[]) => Promise<Outcome[]>) | undefined> = {
  fast: runFast,
  all: runAll,
  long: runLong,
  mongodb: runMongo,
  containers: runContainers,
}

const frontendProjects = (): string[] => [
  ...findApps().flatMap(({ folder, kind }) => (kind === 'frontend' ? [folder] : [])),
  ...['packages/ui', 'packages/web-kit'],
]
