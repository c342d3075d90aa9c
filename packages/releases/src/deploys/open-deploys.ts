import { type LiveApp, registryChanged, type ServedState } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type CallDirectory } from '../gate/served-calls'
import { describeProblem, servedInsteadIn, servedStateIn } from '../site/assemble-site'
import { type SiteFollower } from '../site/follow-site'
import { problemsNow } from '../site/lost-files'
import { createOriginalPositions } from '../telemetry/original-position'
import { watchVersions } from '../telemetry/watch-versions'
import { type Database } from './shared-state'
import { createSiteChanges } from './site-changes'
import { knownApps, openTabsSince, type SiteState, versionsInUse } from './site-state'
import { createUploads } from './uploads'

interface DeploysDeps {
  database: Database
  settings: { MF_DIR: string; CANARY_NETWORKS: number; CANARY_STEP_SECONDS: number }
  site: Pick<SiteFollower, 'current'>
  /** Reads the shared state and serves it. */
  pull(): Promise<void>
  events: Pick<Events, 'publish' | 'subscribe'>
  calls: CallDirectory
  log: FastifyBaseLogger
}

const PULL_EVERY_MS = 10_000
const PRUNE_EVERY_MS = 6 * 3_600_000

export type Deploys = ReturnType<typeof openDeploys>

/** Opens the state that all gateways share: changes to the site, and metrics of its versions. */
export function openDeploys({ database, settings, site, pull, events, calls, log }: DeploysDeps) {
  const folder = settings.MF_DIR
  const { states, serviceHistory, versionMetrics, versionErrors } = database
  const uploads = createUploads(folder)
  const push = async () => {
    await pull()
    await events.publish(registryChanged, {})
  }
  const changes = createSiteChanges({
    states,
    uploads,
    push,
    servedInstead: () => servedInsteadIn(site.current()),
    calls,
  })
  const versions = watchVersions({
    states,
    changeLive: changes.changeLive,
    versionMetrics,
    versionErrors,
    rules: { networks: settings.CANARY_NETWORKS, stepSeconds: settings.CANARY_STEP_SECONDS },
    log,
  })

  /** Removes the versions of an app that are not in use and older than `before`. @returns the removed versions */
  async function prune(current: SiteState, app: string, before: Date): Promise<string[]> {
    if (!knownApps(current).has(app)) return uploads.prune(app, before)
    const inUse = versionsInUse(current, app, new Date())
    const last = site.current().lastServed.get(app)
    if (last) inUse.add(last.version)
    return uploads.prune(app, before, inUse)
  }

  async function pruneAll(): Promise<void> {
    const current = await states.readSite()
    const apps = new Set([...knownApps(current), ...(await uploads.appsWithUploads())])
    for (const app of apps) await prune(current, app, openTabsSince(new Date()))
  }

  const logFailure = (err: unknown) =>
    log.warn({ err }, 'reading the shared registry failed; keeping the last one')
  const pullInBackground = () => pull().catch(logFailure)
  const pruneInBackground = () =>
    pruneAll().catch((err: unknown) => log.warn({ err }, 'pruning old versions failed'))
  const timers = [
    setInterval(() => void pullInBackground(), PULL_EVERY_MS).unref(),
    setInterval(() => void pruneInBackground(), PRUNE_EVERY_MS).unref(),
  ]
  events.subscribe(registryChanged, pullInBackground).catch(logFailure)
  void pullInBackground().then(pruneInBackground)

  return {
    states,
    serviceHistory,
    uploads,
    changes,
    versionMetrics,
    versionErrors,
    originalPosition: createOriginalPositions(folder),
    versions,
    prune,
    /** Whether this gateway serves what is live, with all its files. */
    async servedStateNow(live: LiveApp): Promise<ServedState> {
      const served = site.current()
      const isOfApp = ({ app }: { app: string }) => app === live.app
      const own = { apps: served.apps.filter(isOfApp), problems: served.problems.filter(isOfApp) }
      const problem = (await problemsNow(own, folder)).map(describeProblem).join('; ')
      return { ...servedStateIn(served, live), ...(problem && { isServed: false, problem }) }
    },
    async close() {
      timers.forEach(clearInterval)
      await versions.close()
    },
  }
}
