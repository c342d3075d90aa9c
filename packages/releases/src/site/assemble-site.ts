import { type Canary, type LiveApp, type PublishedApp, type ServedState } from '@offquad/contracts'
import { findRouteCollisions } from '../gate/route-patterns'
import { type LoadedVersion } from './load-version'
import { publishedOf, type RegistryEntry } from './registry-file'

/** The versions of one app that visitors get. */
export interface ServedApp {
  stable: LoadedVersion
  canary?: { entry: Canary; loaded: LoadedVersion }
}

/** A difference between the site and the registry. */
export interface SiteProblem {
  app: string
  version?: string
  message: string
  /** Whether the version is served anyway: its manifest is missing, and the browser reports the failure. */
  isServed: boolean
  /** The version served instead; absent: the app is left out. */
  instead?: string
}

export interface ServedSite {
  /** As in /mf/registry.json. */
  apps: LiveApp[]
  problems: SiteProblem[]
}

interface Assembly {
  entries: readonly RegistryEntry[]
  /** The last served version of each app, by app. */
  lastServed: ReadonlyMap<string, PublishedApp>
  /** @throws Error with a message for people when the version cannot be served */
  load(app: PublishedApp): Promise<LoadedVersion>
}

/**
 * Assembles a site app by app: one that cannot be served, or whose routes collide with another app's, is replaced by its last
 * served version, or left out. Versions that are already served come before new ones, so that a new version never displaces
 * an existing page.
 */
export async function assembleSite({ entries, lastServed, load }: Assembly) {
  const served = new Map<string, ServedApp>()
  const problems: SiteProblem[] = []

  const isIncumbent = ({ name, live }: RegistryEntry) =>
    live !== undefined && lastServed.get(name)?.version === live.version

  /** @throws Error with a message for people when it cannot be served together with the apps accepted so far */
  async function loadBeside(app: PublishedApp): Promise<LoadedVersion> {
    const loaded = await load(app)
    for (const [name, { stable, canary }] of served) {
      if (name === app.app) continue
      for (const { app: version } of [stable, ...(canary ? [canary.loaded] : [])]) {
        const [collision] = findRouteCollisions(app, version)
        if (collision) throw new Error(collision)
      }
    }
    return loaded
  }

  function accept(name: string, stable: LoadedVersion): void {
    served.set(name, { stable })
    if (stable.manifestProblem !== undefined)
      problems.push({
        app: name,
        version: stable.app.version,
        message: stable.manifestProblem,
        isServed: true,
      })
  }

  async function replace({ name, live }: RegistryEntry, message: string): Promise<void> {
    const problem: SiteProblem = {
      app: name,
      message,
      isServed: false,
      ...(live && { version: live.version }),
    }
    const before = lastServed.get(name)
    const loaded =
      before && before.version !== live?.version ? await loadBeside(before).catch(() => undefined) : undefined
    if (loaded) accept(name, loaded)
    problems.push({ ...problem, ...(loaded && { instead: loaded.app.version }) })
  }

  async function serve(entry: RegistryEntry): Promise<void> {
    const { name, live, problem } = entry
    if (served.has(name)) return
    if (!live) return replace(entry, problem ?? 'its registry entry is invalid')
    try {
      accept(name, await loadBeside(publishedOf(live)))
    } catch (error) {
      await replace(entry, (error as Error).message)
    }
  }

  async function tryCanary({ name, live, problem }: RegistryEntry): Promise<void> {
    const app = served.get(name)
    if (!app) return
    if (live && problem !== undefined)
      problems.push({ app: name, version: live.version, message: problem, isServed: true })
    if (!live?.canary) return
    try {
      const loaded = await loadBeside(publishedOf(live.canary))
      served.set(name, { ...app, canary: { entry: live.canary, loaded } })
    } catch (error) {
      const { message } = error as Error
      const instead = app.stable.app.version
      problems.push({ app: name, version: live.canary.version, message, isServed: false, instead })
    }
  }

  for (const entry of entries.filter(isIncumbent)) await serve(entry)
  for (const entry of entries) await serve(entry)
  for (const entry of entries) await tryCanary(entry)
  if (entries.length > 0 && !served.has('shell') && !entries.some(({ name }) => name === 'shell'))
    await replace({ name: 'shell' }, 'it is not in the registry')
  // In the registry's order; the shell is served even if the registry has lost it.
  const names = new Set([...entries.map(({ name }) => name), 'shell'])
  return { served: [...names].flatMap((name) => served.get(name) ?? []), problems }
}

/** A served app in the registry's format. */
export const liveAppOf = ({ stable, canary }: ServedApp): LiveApp => ({
  ...stable.app,
  ...(canary && { canary: canary.entry }),
})

/** Describes for people what is wrong and what is served instead. */
export function describeProblem({ app, version, message, isServed, instead }: SiteProblem): string {
  const what = version === undefined ? app : `${app} ${version}`
  if (isServed) return `${what}: ${message}`
  return `${what} is not served (${message}); ${instead === undefined ? 'the app is left out' : `${instead} is served instead`}`
}

/** The versions that a gateway serves instead of live ones that it cannot serve. */
export const servedInsteadIn = ({ apps, problems }: ServedSite): PublishedApp[] =>
  apps.filter(({ app, version }) =>
    problems.some((problem) => problem.app === app && problem.instead === version),
  )

/** Whether a gateway serves the live version of an app and its canary; if not, why. */
export function servedStateIn({ apps, problems }: ServedSite, live: LiveApp): ServedState {
  const served = apps.find(({ app }) => app === live.app)
  const isServed = served?.version === live.version && served.canary?.version === live.canary?.version
  const reasons = problems.filter(({ app, isServed: isShown }) => app === live.app && !isShown)
  return {
    isServed,
    ...(served && { version: served.version }),
    ...(!isServed && {
      problem: reasons.map(describeProblem).join('; ') || 'this gateway has not loaded it yet',
    }),
  }
}
