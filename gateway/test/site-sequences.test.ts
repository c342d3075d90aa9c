import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type DeployState, type Problem, REMOTE_MANIFEST } from '@offquad/contracts'
import { insideOf, makeLive } from '@offquad/releases/testing'
import { ConflictError, InvalidInputError, NotFoundError } from '@offquad/service-kit'
import { testSettings, until, uriThrough } from '@offquad/service-kit/testing'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { request } from 'undici'
import { rollBackStored } from '@offquad/releases'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { publishSite, type PublishedSite } from './published-site'
import {
  addressOf,
  announcedFiles,
  findConflicts,
  firstRelease,
  publishedRelease,
  randomRelease,
  type Release,
  type TeamName,
  TEAMS,
} from './random-releases'
import { type Relay, startRelay } from './relay'
import { hashedTokens } from './team'

/** Change the seed to run other sequences. */
const SEED = 20_260_311
const SEQUENCES_PER_SITE = 20
/** `npm test` runs 20 of 200 sequences, `npm run test:sequences -w gateway` all of them. */
const SITES = Number(process.env.SEQUENCES ?? SEQUENCES_PER_SITE) / SEQUENCES_PER_SITE

const tokenOf = (app: TeamName) => `the token of ${app}`
const DEPLOY_TOKENS = hashedTokens(Object.fromEntries(TEAMS.map((app) => [app, tokenOf(app)])))

/** A gateway that can be killed: its clients and its database are reached through relays that can be cut. */
interface Process {
  gateway: GatewayUnderTest
  url: string
  relays: Relay[]
  isKilled: boolean
}

/** A team's view of its app. */
interface Team {
  app: TeamName
  releases: Release[]
  /** Versions whose files were uploaded. */
  uploaded: Set<string>
  /** The live version according to the last response; undefined if there was none, so that either is possible. */
  live: { version: string | undefined; canary: string | undefined } | undefined
  /** Versions that the gateway reported as rolled back. */
  bad: Set<string>
}

interface Site {
  published: PublishedSite
  settings: ReturnType<typeof siteSettings>
  processes: [Process, Process]
  teams: Team[]
  /** `app version` of those whose files were deleted. */
  lost: Set<string>
  versions: number
  /** Changes that a gateway has accepted. */
  accepted: number
  log: string[]
  /** Pending closes of killed gateways. */
  closing: Promise<unknown>[]
}

/** Without services: the API plays no part here, and learning its calls slows every start. */
const siteSettings = () => ({ ...testSettings(), DEPLOY_TOKENS, RATE_LIMIT_FACTOR: 0, services: {} })

async function startProcess(published: PublishedSite, settings: Site['settings']): Promise<Process> {
  const database = new URL(settings.MONGODB_URI)
  const toDatabase = await startRelay(Number(database.port), database.hostname)
  const gateway = await startGateway(
    {},
    {
      site: published,
      settings: { ...settings, MONGODB_URI: uriThrough(settings.MONGODB_URI, toDatabase.port) },
    },
  )
  const toGateway = await startRelay(Number(new URL(gateway.url).port))
  await until(() => insideOf(gateway.context.releases).deploys() !== undefined)
  return {
    gateway,
    url: `http://127.0.0.1:${toGateway.port}`,
    relays: [toDatabase, toGateway],
    isKilled: false,
  }
}

function sever(process: Process): void {
  process.isKilled = true
  for (const relay of process.relays) relay.sever()
}

async function stop(process: Process): Promise<void> {
  await process.gateway.close()
  sever(process)
}

async function startSite(): Promise<Site> {
  const published = await publishSite()
  const first = TEAMS.map(firstRelease)
  for (const release of first)
    for (const [name, content] of Object.entries(release.files))
      await published.write(`mf/${release.app}/${release.version}/${name}`, content)
  const settings = siteSettings()
  await makeLive(settings, { apps: first.map(publishedRelease) })
  const processes: Site['processes'] = [
    await startProcess(published, settings),
    await startProcess(published, settings),
  ]
  const teams = first.map((release) => ({
    app: release.app,
    releases: [release],
    uploaded: new Set([release.version]),
    live: { version: release.version, canary: undefined },
    bad: new Set<string>(),
  }))
  return {
    published,
    settings,
    processes,
    teams,
    lost: new Set(),
    versions: 0,
    accepted: 0,
    log: [],
    closing: [],
  }
}

async function stopSite({ processes, closing, published }: Site): Promise<void> {
  await Promise.all(processes.map(stop))
  await Promise.all(closing)
  await published.remove()
}

interface Reply {
  status: number
  text: string
}

/** @returns undefined when there was no response */
async function send(
  process: Process,
  team: Team,
  { method, address, body }: { method: 'GET' | 'PUT' | 'POST'; address: string; body?: object | string },
): Promise<Reply | undefined> {
  const isFile = typeof body === 'string' || Buffer.isBuffer(body)
  const reply = await request(`${process.url}/api/deploys/${team.app}${address}`, {
    method,
    headers: {
      authorization: `Bearer ${tokenOf(team.app)}`,
      ...(body !== undefined && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => undefined)
  const text = await reply?.body.text().catch(() => undefined)
  return reply && text !== undefined ? { status: reply.statusCode, text } : undefined
}

const reasonIn = ({ text }: Reply) => (JSON.parse(text) as Partial<Problem>).detail

/** Changes an app and records the outcome from the response. */
async function act(site: Site, team: Team, action: string, body: object, random: Random): Promise<void> {
  const process = random.pick(site.processes)
  const reply = await send(process, team, { method: 'POST', address: `/${action}`, body })
  const outcome = reply ? `${reply.status} ${reply.status < 300 ? '' : reasonIn(reply)}` : 'no reply'
  site.log.push(
    `${team.app} ${action} ${JSON.stringify({ ...body, files: undefined, remote: undefined })}: ${outcome}`,
  )
  if (!reply || reply.status >= 500) {
    if (reply && !process.isKilled) throw new Error(`a gateway fails at ${site.log.at(-1)}`)
    team.live = undefined
    return
  }
  if (reply.status >= 300) return
  site.accepted += 1
  if (action === 'retire') {
    team.live = { version: undefined, canary: undefined }
    return
  }
  const state = JSON.parse(reply.text) as DeployState
  team.live = { version: state.live?.version, canary: state.live?.canary?.version }
  team.bad = new Set(state.bad.map(({ version }) => version))
}

async function deploy(site: Site, team: Team, release: Release, how: object, random: Random): Promise<void> {
  const { app, version, remote, uses, files } = release
  if (!team.uploaded.has(version)) {
    const process = random.pick(site.processes)
    for (const [name, body] of Object.entries(files)) {
      const address = `/${version}/file?path=${name}`
      const reply = await send(process, team, { method: 'PUT', address, body })
      if (reply?.status !== 200) {
        site.log.push(`${app} uploads ${name} of ${version}: ${reply?.status ?? 'no reply'}`)
        return
      }
    }
    team.uploaded.add(version)
  }
  const wasBad = team.bad.has(version) && !('again' in how)
  const before = team.live
  await act(site, team, version, { files: announcedFiles(release), remote, uses, ...how }, random)
  if (wasBad && before && team.live && team.live.version === version && before.version !== version)
    throw new Error(
      `${app} ${version} was rolled back and is live again although the team did not ask for it`,
    )
}

const HOW = [
  ...Array.from({ length: 6 }, () => ({})),
  { canary: 50 },
  { canary: 50 },
  { steps: [25, 50, 100] },
  { canary: 10, replaceCanary: true },
  { replaceCanary: true },
  { preview: true },
  { preview: true },
]

/** One action of a team. */
async function step(site: Site, team: Team, random: Random): Promise<void> {
  const dice = random.between(1, 20)
  if (dice <= 10) {
    site.versions += 1
    const release = randomRelease(team.app, `1.${site.versions}.0`, random)
    team.releases.push(release)
    return deploy(site, team, release, random.pick(HOW), random)
  }
  if (dice <= 13)
    return deploy(site, team, random.pick(team.releases), random.pick([{}, {}, { again: true }]), random)
  if (dice <= 15) return act(site, team, 'promote', {}, random)
  if (dice <= 17) return act(site, team, 'rollback', {}, random)
  if (dice <= 19) return act(site, team, 'rollback', { to: random.pick(team.releases).version }, random)
  return act(site, team, 'retire', {}, random)
}

/** A fault of the platform while teams deploy. */
async function disturb(site: Site, random: Random): Promise<void> {
  const dice = random.between(1, 10)
  if (dice <= 3) {
    const victim = random.pick(site.processes)
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 40)))
    site.log.push(`the gateway ${victim.url} is killed`)
    sever(victim)
  }
}

/** Deletes the manifest, or all files, of an unused version or of a live remote. */
async function loseFiles(site: Site, random: Random): Promise<void> {
  const team = random.pick(site.teams)
  const release = random.pick(team.releases)
  const isShown = [team.live?.version, team.live?.canary].includes(release.version)
  // Without the shell there would be no pages at all.
  if (team.app === 'shell' && (isShown || !team.live)) return
  const part = random.pick([REMOTE_MANIFEST, '.'])
  await rm(path.join(site.published.mf, team.app, release.version, part), { recursive: true, force: true })
  site.lost.add(`${team.app} ${release.version}`)
  site.log.push(`${part} of ${team.app} ${release.version} is lost`)
}

/** Replaces killed gateways. @returns whether there were any */
async function replaceKilled(site: Site): Promise<boolean> {
  const killed = site.processes.filter(({ isKilled }) => isKilled)
  for (const process of killed) {
    site.closing.push(process.gateway.close().catch(() => undefined))
    site.processes[site.processes.indexOf(process)] = await startProcess(site.published, site.settings)
  }
  return killed.length > 0
}

const REFUSALS = [ConflictError, InvalidInputError, NotFoundError]

/** An operator rolls an app back while no gateway answers. */
async function rollBackWithoutGateway(site: Site, random: Random): Promise<void> {
  site.processes.forEach(sever)
  const team = random.pick(site.teams)
  const outcome = await rollBackStored({ ...site.settings, MF_DIR: site.published.mf }, team.app, {
    audit: { by: 'an operator', date: new Date() },
  }).catch((error: unknown) => {
    if (!REFUSALS.some((Refusal) => error instanceof Refusal)) throw error
    return error as Error
  })
  const isRefused = outcome instanceof Error
  site.log.push(`${team.app} is rolled back without a gateway: ${isRefused ? outcome.message : 'done'}`)
  if (isRefused) return
  site.accepted += 1
  team.live = { version: outcome?.version, canary: outcome?.canary?.version }
  // Only replies of a gateway name them.
  team.bad.clear()
}

/** @returns whether a gateway was killed and replaced */
async function runSequence(site: Site, random: Random): Promise<boolean> {
  if (random.chance(0.15)) await loseFiles(site, random)
  // Drawn before the concurrent part: the order of events must not affect the random choices.
  const plans = site.teams.map((team) => ({
    team,
    random: createRandom(random.between(0, 2 ** 31)),
    steps: random.pick([1, 1, 1, 2, 2, 3]),
  }))
  await Promise.all([
    disturb(site, random),
    ...plans.map(async ({ team, random: own, steps }) => {
      for (let count = 0; count < steps; count += 1) await step(site, team, own)
    }),
  ])
  if (random.chance(0.1)) await rollBackWithoutGateway(site, random)
  return replaceKilled(site)
}

/** Two cohorts, half of all apart: a canary for 50 % includes exactly one of them. */
const COHORTS = [0, 5_000]

/** The response to a visitor: its status, and the version of the app that owns the page. */
async function look(process: Process, address: string, app: string, cohort: number): Promise<string> {
  const reply = await request(`${process.url}${address}`, {
    headers: { accept: 'text/html', cookie: `offquad-cohort=${cohort}` },
  })
  const html = await reply.body.text()
  const version = new RegExp(`/mf/${app}/([^/"]+)/remoteEntry`).exec(html)?.[1]
  const shell = /\/mf\/shell\/([^/"]+)\/main/.exec(html)?.[1]
  return `${reply.statusCode} of ${app} ${version} in shell ${shell}`
}

interface View {
  pages: { app: TeamName; version: string; address: string }[]
  cohorts: number[]
}

/** Everything that visitors see, by URL and cohort. */
async function lookAround(process: Process, { pages, cohorts }: View) {
  const seen: Record<string, string[]> = {}
  for (const { app, address } of pages)
    seen[address] = await Promise.all(cohorts.map((cohort) => look(process, address, app, cohort)))
  return seen
}

const PATIENCE_MS = 60_000

/** Retries a check until it passes; rethrows its last error. */
async function eventually<T>(check: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** The live versions that a gateway reports, by app. */
async function liveStates(site: Site): Promise<Map<TeamName, DeployState>> {
  const states = new Map<TeamName, DeployState>()
  for (const team of site.teams) {
    const reply = await send(site.processes[0], team, { method: 'GET', address: '' })
    if (reply?.status === 200) states.set(team.app, JSON.parse(reply.text) as DeployState)
  }
  return states
}

/** Checks the invariants after a sequence. */
async function check(site: Site, isRestarted: boolean): Promise<void> {
  // Changes that a killed gateway did not publish are found by polling.
  for (const { gateway } of site.processes) await insideOf(gateway.context.releases).pull()
  const states = await liveStates(site)

  const live: Release[] = []
  const stable: Release[] = []
  for (const team of site.teams) {
    const state = states.get(team.app)
    const named = [state?.live?.version, state?.live?.canary?.version].filter(
      (version) => version !== undefined,
    )
    const releases = named.map((version) => {
      const release = team.releases.find((candidate) => candidate.version === version)
      if (!release) throw new Error(`${team.app} ${version} is live, but no team has built it`)
      if (release.fault !== undefined)
        throw new Error(`${team.app} ${version} is live, which ${release.fault}`)
      return release
    })
    live.push(...releases)
    if (releases[0]) stable.push(releases[0])
    const isOfGateway = /automatic|not served/.test(state?.history[0]?.action ?? '')
    if (team.live && !isOfGateway)
      expect({ app: team.app, version: state?.live?.version, canary: state?.live?.canary?.version }).toEqual({
        app: team.app,
        ...team.live,
      })
  }
  expect(findConflicts(live)).toEqual([])

  const sound = stable.filter(({ app, version }) => !site.lost.has(`${app} ${version}`))
  const canaries = new Map([...states].map(([app, state]) => [app, state.live?.canary?.version]))
  const pages = sound.flatMap(({ app, version, remote }) =>
    (remote?.routes ?? []).map(({ path: pattern }) => ({ app, version, address: addressOf(pattern) })),
  )
  const view: View = { pages, cohorts: [...canaries.values()].some(Boolean) ? COHORTS : [0] }
  const shell = states.get('shell')?.live
  const seen = await eventually(async () => {
    const [first, second] = await Promise.all(site.processes.map((process) => lookAround(process, view)))
    for (const { app, version, address } of pages)
      for (const description of first?.[address] ?? []) {
        const versions = [version, canaries.get(app)]
        const shells = [shell?.version, shell?.canary?.version]
        const isFine = versions.some((mine) =>
          shells.some((its) => description === `200 of ${app} ${mine} in shell ${its}`),
        )
        if (!isFine && !site.lost.has(`${app} ${canaries.get(app)}`))
          throw new Error(`${address} of ${app} ${version} is ${description}`)
      }
    expect(second).toEqual(first)
    return first
  })

  if (isRestarted) return
  await stop(site.processes[0])
  site.processes.reverse()
  site.processes[1] = await startProcess(site.published, site.settings)
  expect(await lookAround(site.processes[1], view)).toEqual(seen)
}

describe('five teams that deploy at once, with good and bad versions, while gateways are killed', () => {
  it.each(Array.from({ length: SITES }, (_, index) => SEED + index))(
    'never break a page of another team, and a restarted gateway serves the same site (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const site = await startSite()
      try {
        for (let sequence = 0; sequence < SEQUENCES_PER_SITE; sequence += 1) {
          site.log = []
          try {
            const isRestarted = await runSequence(site, random)
            await check(site, isRestarted)
          } catch (error) {
            const story = site.log.map((line) => `  ${line}`).join('\n')
            throw new Error(`seed ${seed}, sequence ${sequence}:\n${story}\n${(error as Error).message}`, {
              cause: error,
            })
          }
        }
        expect(site.accepted).toBeGreaterThan(SEQUENCES_PER_SITE)
      } finally {
        await stopSite(site)
      }
    },
    240_000,
  )
})
