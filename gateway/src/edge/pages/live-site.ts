import path from 'node:path'
import { type Canary, type LiveApp, type PublishedApp, type Registry } from '@offquad/contracts'
import { type VersionSet } from '@offquad/renderer'
import { type FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Gauge } from 'prom-client'
import {
  assembleSite,
  describeProblem,
  entryOf,
  findRouteCollisions,
  type LastRuns,
  liveAppOf,
  type LoadedVersion,
  loadVersion,
  publishedOf,
  readEntries,
  type RegistryEntry,
  type ServedApp,
  type ServedSite,
  type SiteProblem,
  writeRegistry,
} from '../../control-plane'
import { createByteBoundedCache } from '../responses/byte-bounded-cache'
import { publishedFileHeaders } from '../security-headers'
import { type StoredResponse, storeResponse } from '../responses/stored-response'
import { canaryTest } from './cohorts'
import { type Page, type Site } from './compose-page'
import { createPageRouter, type PageRouter } from './page-router'
import { type PageSettings } from './page-settings'

export interface Visitor {
  /** Absent: no canaries. */
  cohort?: number | undefined
  /** Whether their pages may load their own slices. */
  isDeveloper?: boolean
  /** Versions they see instead of the live ones, or in addition. */
  previews?: readonly LoadedVersion[]
}

/** One state of the registry, ready to be served. */
export interface LiveSite extends ServedSite {
  registryResponse: StoredResponse
  hasCanaries: boolean
  pagesOf(visitor: Visitor): PageRouter
}

interface LiveSiteDeps {
  folder: string
  pageSettings: PageSettings
  headers: Record<string, string>
  log: FastifyBaseLogger
  /** The registry that all gateways share; while it is undefined, what was served last stays. */
  shared(): Registry | undefined
  /** The site that is currently served. */
  before?: LiveSite | undefined
  runs: LastRuns
}

const MAX_PREVIEW_ROUTERS = 20
const MAX_BYTES_OF_PAGES = 16 * 1024 * 1024

const unserved = new Gauge({
  name: 'registry_app_unserved',
  help: '1 while this gateway serves an app in a version other than the registry has, or not at all',
  labelNames: ['remote'],
})

/** Publishes which apps are not served in the version of the registry. */
function observeRegistry(entries: readonly RegistryEntry[], problems: readonly SiteProblem[]): void {
  unserved.reset()
  for (const { name } of entries) unserved.set({ remote: name }, 0)
  for (const { app, isServed } of problems) if (!isServed) unserved.set({ remote: app }, 1)
}

/** Never fails because of the registry's content: what cannot be served is listed in the site's `problems`. */
export async function loadLiveSite(deps: LiveSiteDeps): Promise<LiveSite> {
  const { folder, log, before, shared, runs } = deps
  const last = before ? before.apps.map(entryOf) : await readMirror(deps)
  const lastServed = before?.lastServed ?? runs.withReplacements(stableVersionsOf(last))
  const entries = runs.withoutHeld(shared()?.apps.map(entryOf) ?? last)
  const { served, problems } = await assembleSite({
    entries,
    lastServed,
    load: (app) => loadVersion(path.join(folder, app.app, app.version), app),
  })
  observeRegistry(entries, problems)
  const apps = served.map(liveAppOf)
  // While nothing has changed, keep the rendered pages.
  if (before && isSame(before, apps, problems)) return before
  for (const one of problems)
    log.error({ remote: one.app, version: one.version }, `registry: ${describeProblem(one)}`)
  const known = new Map([...lastServed, ...served.map(({ stable: { app } }) => [app.app, app] as const)])
  // Retired apps must not come back when the database is away.
  const nextLastServed = new Map(
    [...known].filter(([name]) => name === 'shell' || entries.some((one) => one.name === name)),
  )
  await writeMirror(deps, apps, nextLastServed)
  return siteOf(deps, { served, apps, problems, lastServed: nextLastServed })
}

const isSame = (before: LiveSite, apps: LiveApp[], problems: SiteProblem[]): boolean =>
  JSON.stringify([before.apps, before.problems]) === JSON.stringify([apps, problems])

/** What was served last from the folder: nothing, where that cannot be read. */
async function readMirror({ folder, log }: LiveSiteDeps): Promise<RegistryEntry[]> {
  return readEntries(folder).catch((err: unknown) => {
    log.error({ err }, 'the record of what was served last is unreadable')
    return []
  })
}

const stableVersionsOf = (entries: readonly RegistryEntry[]): Map<string, PublishedApp> =>
  new Map(entries.flatMap(({ name, live }) => (live ? [[name, publishedOf(live)]] : [])))

/** Several gateways may share the folder, and write the same. */
async function writeMirror(
  { folder, log }: LiveSiteDeps,
  apps: LiveApp[],
  lastServed: ReadonlyMap<string, PublishedApp>,
): Promise<void> {
  const leftOut = [...lastServed.values()].filter((last) => !apps.some(({ app }) => app === last.app))
  if (apps.length + leftOut.length === 0) return
  await writeRegistry(folder, { apps: [...apps, ...leftOut] }).catch((err: unknown) =>
    log.warn({ err }, 'storing the served versions failed; a restart could not fall back to them'),
  )
}

interface Assembled {
  served: ServedApp[]
  apps: LiveApp[]
  problems: SiteProblem[]
  lastServed: ReadonlyMap<string, PublishedApp>
}

let generations = 0

function siteOf({ pageSettings, headers }: LiveSiteDeps, assembled: Assembled): LiveSite {
  const generation = ++generations
  const { served, apps, problems, lastServed } = assembled
  const canaries = served.flatMap(({ canary }) => canary ?? [])
  const predicates = canaries.map(({ entry }) => canaryTest(entry))
  const routers = new Map<string, PageRouter>()
  const previewRouters = new LRUCache<string, PageRouter>({ max: MAX_PREVIEW_ROUTERS })
  const composed = createByteBoundedCache<Page>(MAX_BYTES_OF_PAGES)

  /** The canaries that a visitor gets. */
  const canariesFor = (cohort: number | undefined): Canary[] =>
    cohort === undefined
      ? []
      : canaries.flatMap(({ entry }, index) => (predicates[index]?.(cohort) ? [entry] : []))

  const versionsFor = (chosen: Canary[]): LoadedVersion[] =>
    served.map(({ stable, canary }) => (canary && chosen.includes(canary.entry) ? canary.loaded : stable))

  /** Created lazily: visitors get only a few of all combinations of canaries. */
  function routerFor(chosen: Canary[], isDeveloper: boolean): PageRouter {
    const key = `${isDeveloper} ${chosen.map(({ app }) => app).join(' ')}`
    const known = routers.get(key)
    if (known) return known
    const settings = {
      ...pageSettings,
      // Few visitors get a canary, so all of them report.
      ...(chosen.length > 0 && { reportShare: 1 }),
      ...(isDeveloper && { allowsOverrides: true }),
    }
    const kind = chosen.length > 0 ? 'canary' : 'live'
    const router = createPageRouter(siteWith(versionsFor(chosen), kind, generation), settings, composed)
    routers.set(key, router)
    return router
  }

  function previewRouterFor(
    previews: readonly LoadedVersion[],
    chosen: Canary[],
    isDeveloper: boolean,
  ): PageRouter | undefined {
    if (previews.length === 0) return undefined
    const { versions, shown } = withPreviews(versionsFor(chosen), previews)
    if (shown.length === 0) return undefined
    const key = `${isDeveloper} ${versions.map(({ app }) => `${app.app}@${app.version}`).join(' ')}`
    const known = previewRouters.get(key)
    if (known) return known
    const settings = {
      ...pageSettings,
      // Previews are not judged.
      reportShare: 0,
      previews: shown.map(({ app: { app, version } }) => ({ app, version })),
      ...(isDeveloper && { allowsOverrides: true }),
    }
    const router = createPageRouter(siteWith(versions, 'preview', generation), settings, composed)
    previewRouters.set(key, router)
    return router
  }

  return {
    apps,
    problems,
    lastServed,
    registryResponse: storeResponse(
      {
        status: 200,
        contentType: 'application/json; charset=utf-8',
        body: Buffer.from(JSON.stringify({ apps })),
      },
      { ...headers, ...publishedFileHeaders('application/json'), 'access-control-allow-origin': '*' },
    ),
    hasCanaries: canaries.length > 0,
    pagesOf({ cohort, isDeveloper = false, previews = [] }) {
      const chosen = canariesFor(cohort)
      return previewRouterFor(previews, chosen, isDeveloper) ?? routerFor(chosen, isDeveloper)
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

/** Shown until the shell is deployed for the first time. */
const NOT_DEPLOYED = `<!doctype html><html lang="en"><head><!--offquad:head--></head><body><h1>This site is being set up</h1>
<p>Please try again in a few minutes.</p><!--offquad:page-data--></body></html>`

function siteWith(versions: LoadedVersion[], kind: VersionSet['kind'], generation: number): Site {
  const indexHtml = versions.find(({ indexHtml }) => indexHtml !== undefined)?.indexHtml
  const serverFiles = new Map(
    versions.flatMap(({ app, serverFile }) =>
      serverFile ? [[app.remote?.name ?? app.app, serverFile]] : [],
    ),
  )
  return {
    registry: { apps: versions.map(({ app }) => app) },
    isEmpty: indexHtml === undefined,
    indexHtml: indexHtml ?? NOT_DEPLOYED,
    styles: new Map(versions.flatMap(({ styles }) => [...(styles ?? [])])),
    remotes: new Map(versions.flatMap(({ app, remote }) => (remote ? [[app.app, remote]] : []))),
    serverFiles,
    set: { id: [...serverFiles.values()].join(' '), kind, generation },
  }
}
