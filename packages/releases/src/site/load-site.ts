import path from 'node:path'
import { type Canary, type LiveApp, type PublishedApp } from '@offquad/contracts'
import { type FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Gauge } from 'prom-client'
import { findRouteCollisions } from '../gate/route-patterns'
import { canaryTest } from '../visitors/cohorts'
import {
  assembleSite,
  describeProblem,
  liveAppOf,
  type ServedApp,
  type ServedSite,
  type SiteProblem,
} from './assemble-site'
import { type LoadedVersion, loadVersion } from './load-version'
import { entryOf, publishedOf, readEntries, type RegistryEntry, writeRegistry } from './registry-file'

/** The site that a gateway serves. */
export interface Site extends ServedSite {
  /** The last served version of every app, including apps that are left out now. */
  lastServed: ReadonlyMap<string, PublishedApp>
  hasCanaries: boolean
  /** The same object for everyone who gets the same versions, as long as few do. */
  versionsFor(choice?: VersionChoice): ShownVersions
}

export interface VersionChoice {
  /** Absent: no canaries. */
  cohort?: number | undefined
  /** Versions to show instead of the live ones, or in addition. */
  previews?: readonly LoadedVersion[]
}

/** The versions that a visitor gets. */
export interface ShownVersions {
  kind: 'live' | 'canary' | 'preview'
  versions: readonly LoadedVersion[]
  /** The versions among them that only visitors with a preview link get. */
  previews: readonly LoadedVersion[]
}

interface LoadOptions {
  folder: string
  /** The apps that should be live; undefined: not known yet, and the last served ones stay. */
  wanted: LiveApp[] | undefined
  before: Site | undefined
  log: FastifyBaseLogger
}

const MAX_CHOICES = 50

const unserved = new Gauge({
  name: 'registry_app_unserved',
  help: '1 while this gateway serves an app in a version other than the registry has, or not at all',
  labelNames: ['remote'],
})

/** Never fails because of the registry's content: what cannot be served is listed in the site's `problems`. */
export async function loadSite({ folder, wanted, before, log }: LoadOptions): Promise<Site> {
  const last = before ? before.apps.map(entryOf) : await readMirror(folder, log)
  const lastServed = before?.lastServed ?? stableVersionsOf(last)
  const entries = wanted?.map(entryOf) ?? last
  const { served, problems } = await assembleSite({
    entries,
    lastServed,
    load: (app) => loadVersion(path.join(folder, app.app, app.version), app),
  })
  observe(entries, problems)
  const apps = served.map(liveAppOf)
  // While nothing has changed, keep the rendered pages.
  if (before && JSON.stringify([before.apps, before.problems]) === JSON.stringify([apps, problems]))
    return before
  for (const problem of problems)
    log.error({ remote: problem.app, version: problem.version }, `registry: ${describeProblem(problem)}`)
  const everServed = new Map([...lastServed, ...served.map(({ stable: { app } }) => [app.app, app] as const)])
  // Retired apps must not come back when the database is away.
  const nextLastServed = new Map(
    [...everServed].filter(([name]) => name === 'shell' || entries.some((entry) => entry.name === name)),
  )
  const leftOut = [...nextLastServed.values()].filter((last) => !apps.some(({ app }) => app === last.app))
  await writeMirror(folder, [...apps, ...leftOut], log)
  return { apps, problems, lastServed: nextLastServed, ...versionsOfSite(served) }
}

/** The entries that were last served from the folder; none when they cannot be read. */
const readMirror = (folder: string, log: FastifyBaseLogger): Promise<RegistryEntry[]> =>
  readEntries(folder).catch((err: NodeJS.ErrnoException) => {
    if (err.code !== 'ENOENT') log.error({ err }, 'the record of what was served last is unreadable')
    return []
  })

/** Several gateways may share the folder, and write the same. */
async function writeMirror(folder: string, apps: LiveApp[], log: FastifyBaseLogger): Promise<void> {
  if (apps.length === 0) return
  await writeRegistry(folder, { apps }).catch((err: unknown) =>
    log.warn({ err }, 'storing the served versions failed; a restart could not fall back to them'),
  )
}

const stableVersionsOf = (entries: readonly RegistryEntry[]): Map<string, PublishedApp> =>
  new Map(entries.flatMap(({ name, live }) => (live ? [[name, publishedOf(live)]] : [])))

/** Publishes which apps are not served in the version of the registry. */
function observe(entries: readonly RegistryEntry[], problems: readonly SiteProblem[]): void {
  unserved.reset()
  for (const { name } of entries) unserved.set({ remote: name }, 0)
  for (const { app, isServed } of problems) if (!isServed) unserved.set({ remote: app }, 1)
}

function versionsOfSite(served: readonly ServedApp[]): Pick<Site, 'hasCanaries' | 'versionsFor'> {
  const canaries = served.flatMap(({ canary }) => canary ?? [])
  const tests = canaries.map(({ entry }) => ({ entry, isFor: canaryTest(entry) }))
  const cache = new LRUCache<string, ShownVersions>({ max: MAX_CHOICES })

  function choose(chosen: readonly Canary[], previews: readonly LoadedVersion[]): ShownVersions {
    const own = served.map(({ stable, canary }) =>
      canary && chosen.includes(canary.entry) ? canary.loaded : stable,
    )
    const { versions, shown } = withPreviews(own, previews)
    if (shown.length > 0) return { kind: 'preview', versions, previews: shown }
    return { kind: chosen.length > 0 ? 'canary' : 'live', versions, previews: [] }
  }

  return {
    hasCanaries: canaries.length > 0,
    versionsFor({ cohort, previews = [] } = {}) {
      const chosen =
        cohort === undefined ? [] : tests.filter(({ isFor }) => isFor(cohort)).map(({ entry }) => entry)
      const key = [...chosen.map(({ app }) => app), ...previews.map(({ app }) => app.baseUrl)].join(' ')
      const shown = cache.get(key) ?? choose(chosen, previews)
      cache.set(key, shown)
      return shown
    },
  }
}

/** Replaces the served versions by previews of the same apps; a preview whose routes now collide with others is not shown. */
function withPreviews(versions: LoadedVersion[], previews: readonly LoadedVersion[]) {
  let current = versions
  const shown: LoadedVersion[] = []
  for (const preview of previews) {
    const others = current.filter(({ app }) => app.app !== preview.app.app)
    if (others.some(({ app }) => findRouteCollisions(preview.app, app).length > 0)) continue
    const isNew = others.length === current.length
    current = isNew
      ? [...current, preview]
      : current.map((version) => (version.app.app === preview.app.app ? preview : version))
    shown.push(preview)
  }
  return { versions: current, shown }
}
