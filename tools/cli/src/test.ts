import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findMongod, startMongod } from '@offquad/embedded-mongo/mongod'
import { withMongo } from '@offquad/operations'
import { findApps } from './build/apps'
import { buildApps } from './build/build-apps'
import { CommandFailure } from './command-failure'
import { environment, REPOSITORY } from './config'
import { CHROMIUM, ensureSystemPackage, REDIS } from './system-packages'
import { print, sayStep } from './terminal'
import { createUsersUnderTest } from './users-under-test'

interface Outcome {
  passed: number
  /** A line for each failure, with the test's file. */
  failures: string[]
  /** Files of tests that were skipped. */
  skipped: string[]
}

/** By itself jest leaves one core of two idle. */
const ON_TWO_CORES = ['--maxWorkers', '2']
/** Services wait a third of the time: for timeouts, for databases that come back, for processes that start. */
const WAITING_A_LOT = ['--maxWorkers', '3']
const IN_A_BROWSER = ['--selectProjects', 'e2e', '--runInBand']

/** What takes minutes of two cores, builds above all, or would measure the tests beside it. */
const LONG = {
  outsideBrowsers: ['tools/build-kit/test/reproducible-build', 'packages/service-kit/test/redis-failover'],
  inABrowser: ['e2e/specs/new-slices', 'e2e/specs/rolling-restart'],
  /** What `npm test` does in a window of one size. */
  atTheOtherSize: ['account', 'admin', 'admin-data', 'browse', 'find', 'search', 'search-map', 'sign-in'].map(
    (name) => `e2e/specs/${name}.test`,
  ),
  /** Longer runs of what `npm test` runs as well. */
  scaled: [
    { suite: 'gateway/test/site-sequences', scale: { SEQUENCES: '200' } },
    { suite: 'gateway/test/slow-clients', scale: { SLOW_CLIENTS: '200' } },
    { suite: 'svc-catalog/test/killed-worker', scale: { KILLED_AT: 'every step' } },
    { suite: 'svc-reviews/test/random-sequences', scale: { SEEDS: '8' } },
    { suite: 'svc-reviews/test/decisions', scale: { SEQUENCES: '300' } },
    { suite: 'svc-reviews/test/forty-pictures', scale: { PICTURES: 'all' } },
  ],
}
/** What runs on the server in MONGODB_URI besides the suites of the services. */
const ON_A_SERVER = {
  kit: 'packages/service-kit',
  /** As an administrator: it creates users and drops databases. */
  asRoot: 'tools/embedded-mongo',
  /** Those that share one platform and stop none of its processes; its databases are dropped before. */
  specs: ['access', 'account', 'admin', 'browse', 'import', 'search', 'sign-in'].map(
    (name) => `e2e/specs/${name}`,
  ),
  /** Starts a platform of its own, on databases of the same names. */
  backup: 'e2e/specs/backup',
}
const WITHOUT_REAL_LISTINGS = 'there are no real listings beside the repository'
/** Suites that may skip tests, and when they do. */
const MAY_SKIP: Record<string, string | undefined> = {
  'deploy/test/containers.test.ts': 'no container engine answers at DOCKER_HOST',
  'deploy/test/monitoring.test.ts': 'Prometheus and Alertmanager are not installed',
  'packages/search-index/test/equivalence.test.ts': WITHOUT_REAL_LISTINGS,
  'svc-catalog/test/editing.api.test.ts': WITHOUT_REAL_LISTINGS,
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

/** Temporary files of tools, which use them again. */
const MAY_STAY = ['node-compile-cache', 'tsx-']

const EXCEPT = '--testPathIgnorePatterns'

/**
 * Runs the tests and ends with how many passed and which failed.
 * @param args `long` for those that `npm test` leaves out because they take too long, `mongodb` for those that use a
 *   database, on the mongod on the PATH or the server in MONGODB_URI, `containers` for the product in containers, on the engine at
 *   DOCKER_HOST; then patterns of suites, when not all of these are to run
 */
export async function test([which = 'all', ...patterns]: string[]): Promise<void> {
  const run = RUNS[which]
  if (!run)
    throw new CommandFailure(`There is no run of tests "${which}": ${Object.keys(RUNS).join(', ')}.`, 2)
  if (which === 'mongodb') requireServer()
  if (which === 'containers') requireEngine()
  ensureSystemPackage(REDIS)
  // Images are built from sources, and used without a browser.
  if (which !== 'containers') {
    ensureSystemPackage(CHROMIUM)
    await buildApps()
  }
  const outcomes = await run(patterns)
  const maySkip = { containers: {} }[which] ?? (which === 'mongodb' ? MAY_SKIP_ON_A_SERVER : MAY_SKIP)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const skipped = countEach(outcomes.flatMap((outcome) => outcome.skipped))
  for (const [suite, tests] of skipped) {
    const reason = maySkip[suite]
    if (reason === undefined)
      failures.push(`${suite}: ${tests} tests were skipped, and nothing says why they may be`)
    else print(`skipped: ${suite}, ${tests} tests: ${reason}`)
  }
  if (failures.length > 0 || passed === 0) process.exitCode = 1
  // Last of all, because whoever reads a log of thousands of lines starts at its end.
  for (const failure of failures) print(`failed: ${failure}`)
  print(`${passed} passed, ${failures.length} failed, on Node ${process.versions.node}`)
}

async function runAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const frontends = frontendProjects()
  sayStep('services')
  outcomes.push(
    await runJest([
      ...WAITING_A_LOT,
      '--ignoreProjects',
      'e2e',
      ...frontends,
      EXCEPT,
      ...LONG.outsideBrowsers,
    ]),
  )
  // By themselves: every suite leaves much of its browser behind in the memory of the process that ran it.
  sayStep('frontends')
  outcomes.push(await runJest([...ON_TWO_CORES, '--selectProjects', ...frontends]))
  sayStep('the whole product in a browser')
  // Much of it is waiting, so two suites run beside each other, each on a platform of its own.
  outcomes.push(
    await runJest([
      ...ON_TWO_CORES,
      '--selectProjects',
      'e2e',
      '--testSequencer',
      path.join(REPOSITORY, 'e2e/src/jest-longest-first.cjs'),
      EXCEPT,
      ...LONG.inABrowser,
    ]),
  )
  return outcomes
}

async function runLong(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { suite, scale } of LONG.scaled) {
    sayStep(suite)
    outcomes.push(await runJest(['--ignoreProjects', 'e2e', '--testPathPatterns', suite], scale))
  }
  sayStep('builds, and failures of Redis')
  outcomes.push(await runJest(['--ignoreProjects', 'e2e', '--testPathPatterns', ...LONG.outsideBrowsers]))
  sayStep('the whole product in a browser')
  outcomes.push(await runJest([...IN_A_BROWSER, '--testPathPatterns', ...LONG.inABrowser]))
  sayStep('in windows of the other size')
  const flows = [...ON_TWO_CORES, '--selectProjects', 'e2e', '--testPathPatterns', ...LONG.atTheOtherSize]
  outcomes.push(await runJest(flows, { E2E_SIZES: 'other' }))
  return outcomes
}

/** The life of the product under docker-compose.yml; without an engine its tests are skipped, which fails this run. */
async function runContainers(): Promise<Outcome[]> {
  sayStep('the product in containers')
  return [await runJest(['--selectProjects', 'deploy', '--testPathPatterns', 'deploy/test/containers'])]
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
  const only = patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []
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
    const specs = [...IN_A_BROWSER, '--testPathPatterns', ...ON_A_SERVER.specs]
    outcomes.push(await runJest(specs, { ...platform, MONGODB_URI: undefined }))
    await dropPlatform(MONGODB_URI)
    sayStep('backup and restore')
    const backup = [...IN_A_BROWSER, '--testPathPatterns', ON_A_SERVER.backup]
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
  all: runAll,
  long: runLong,
  mongodb: runMongo,
  containers: runContainers,
}

const frontendProjects = (): string[] => [
  ...findApps().flatMap(({ folder, kind }) => (kind === 'frontend' ? [folder] : [])),
  ...['packages/ui', 'packages/web-kit'],
]

async function runJest(args: string[], added: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'offquad-test-'))
  const results = path.join(folder, 'results.json')
  // The suites' own folder for temporary files, which shows what they leave behind.
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  const jest = path.join(REPOSITORY, 'node_modules/jest/bin/jest.js')
  // A test that fails before it closes what it opened must not keep the run from ending.
  const cache = ['--cacheDirectory', path.join(tmpdir(), 'offquad-jest')]
  const reporting = ['--forceExit', '--json', `--outputFile=${results}`]
  const child = spawn(process.execPath, [jest, ...args, ...cache, ...reporting], {
    cwd: REPOSITORY,
    env: { ...environment(), TMPDIR: temporary, ...added },
    // The report goes to standard error, the JSON of --json to standard output, where nobody needs it.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  try {
    const outcome = await readOutcome(results, code)
    return { ...outcome, failures: [...outcome.failures, ...(await leftBehind(temporary))] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A line for each kind of temporary file that the suites have not removed. */
async function leftBehind(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !MAY_STAY.some((start) => name.startsWith(start)))
  const kinds = countEach(names.map((name) => name.replace(/\w{6}$/, '…')))
  return [...kinds].map(([kind, count]) => `suites left temporary files behind: ${count} times ${kind}`)
}

interface JestResults {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

// A suite that could not even start counts as a failure, and so does a runner that ended without a report.
async function readOutcome(file: string, code: number | null): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (!text) return { passed: 0, failures: ['jest ended without a report'], skipped: [] }
  const { numPassedTests, testResults } = JSON.parse(text) as JestResults
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const suite = path.relative(REPOSITORY, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${suite}: the suite did not run`] : []
    return failed.map(
      ({ fullName, failureMessages: [message = ''] }) => `${suite}: ${fullName}\n${firstLinesOf(message)}`,
    )
  })
  if (failures.length === 0 && code !== 0) failures.push(`jest exited with ${code}`)
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'pending')
      .map(() => path.relative(REPOSITORY, name).replaceAll(path.sep, '/')),
  )
  return { passed: numPassedTests, failures, skipped }
}

function countEach(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const firstLinesOf = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')
