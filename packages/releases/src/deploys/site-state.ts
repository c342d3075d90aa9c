import { randomBytes } from 'node:crypto'
import { type LiveApp, type PreviewedVersion, type PublishedApp, versionsOf } from '@offquad/contracts'
import { type AppState, storedVersions, versionsServedSince } from './app-state'

/** A published version that only visitors with its link see. */
export interface Preview {
  app: PublishedApp
  /** Random and unguessable. */
  token: string
  createdAt: string
  expiresAt: string
}

/** The state that all gateways share: one document, so that what is checked together changes together. */
export interface SiteState {
  apps: ReadonlyMap<string, AppState>
  /** Apps that were taken off the site: their last live version and their history. */
  retired: ReadonlyMap<string, AppState>
  /** Newest first. */
  previews: readonly Preview[]
}

export const EMPTY_SITE: SiteState = { apps: new Map(), retired: new Map(), previews: [] }

const MAX_PREVIEWS_PER_APP = 20
const PREVIEW_DAYS = 14
const DAY_MS = 86_400_000
/** How long a tab is assumed to stay open on one page. */
const OPEN_TAB_MS = 7 * DAY_MS
const RUNNING_DEPLOY_MS = 3_600_000

export const liveOf = ({ stable, canary }: AppState): LiveApp => ({ ...stable, ...(canary && { canary }) })

export const liveAppsOf = ({ apps }: SiteState): LiveApp[] => [...apps.values()].map(liveOf)

/** Every app that is live, retired or has previews. */
export const knownApps = ({ apps, retired, previews }: SiteState): Set<string> =>
  new Set([...apps.keys(), ...retired.keys(), ...previews.map(({ app }) => app.app)])

/** Every version that some visitors get. */
export const servedVersionsOf = (site: SiteState): PublishedApp[] => liveAppsOf(site).flatMap(versionsOf)

export const withApp = (site: SiteState, name: string, state: AppState): SiteState => ({
  ...site,
  apps: new Map([...site.apps, [name, state] as const].toSorted(byName)),
  retired: new Map([...site.retired].filter(([app]) => app !== name)),
})

export const withRetired = (site: SiteState, name: string, state: AppState): SiteState => ({
  ...site,
  apps: new Map([...site.apps].filter(([app]) => app !== name)),
  retired: new Map([...site.retired, [name, state] as const].toSorted(byName)),
})

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/**
 * Adds a preview of a version; a version that has one keeps its link, extended by two weeks.
 * @param link token of an earlier preview, which is to show this one as well
 */
export function withPreview(site: SiteState, app: PublishedApp, now: Date, link?: string): SiteState {
  const isSame = (preview: Preview) => preview.app.app === app.app && preview.app.version === app.version
  const current = activePreviews(site, now)
  const preview: Preview = {
    app,
    token: link ?? current.find(isSame)?.token ?? randomBytes(18).toString('base64url'),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + PREVIEW_DAYS * DAY_MS).toISOString(),
  }
  const ofOtherApps = current.filter((active) => active.app.app !== app.app)
  const ofApp = [preview, ...current.filter((active) => active.app.app === app.app && !isSame(active))]
  return { ...site, previews: [...ofApp.slice(0, MAX_PREVIEWS_PER_APP), ...ofOtherApps] }
}

/** The versions that a preview is shown with: those of its link, and what is live of the other apps. */
export function shownWithPreview(site: SiteState, app: PublishedApp, now: Date): PublishedApp[] {
  const active = activePreviews(site, now)
  const own = previewOf(site, app, now)
  const linked = active.filter(({ token }) => token === own?.token).map((preview) => preview.app)
  // Nobody else sees this shell: remotes that do not fit it yet can join its link.
  if (app.app === 'shell') return linked
  const isLinked = ({ app: name }: PublishedApp) => linked.some((version) => version.app === name)
  return [...servedVersionsOf(site).filter((version) => !isLinked(version)), ...linked]
}

export const activePreviews = ({ previews }: Pick<SiteState, 'previews'>, now: Date): Preview[] =>
  previews.filter(({ expiresAt }) => new Date(expiresAt) > now)

/** The active preview of a version. */
export const previewOf = (
  site: SiteState,
  { app, version }: Pick<PublishedApp, 'app' | 'version'>,
  now: Date,
): Preview | undefined =>
  activePreviews(site, now).find((preview) => preview.app.app === app && preview.app.version === version)

export const presentPreview = ({ app, token, createdAt, expiresAt }: Preview): PreviewedVersion => ({
  version: app.version,
  path: `/?preview=${token}`,
  createdAt,
  expiresAt,
})

/** The versions of an app whose files are still needed by visitors, open tabs, rollbacks and previews. */
export function versionsInUse(site: SiteState, name: string, now: Date): Set<string> {
  const state = site.apps.get(name) ?? site.retired.get(name)
  const inUse = state ? versionsServedSince(state, openTabsSince(now)) : new Set<string>()
  const live = site.apps.get(name)
  for (const { version } of live ? [...versionsOf(liveOf(live)), ...storedVersions(live)] : [])
    inUse.add(version)
  for (const { app } of activePreviews(site, now)) if (app.app === name) inUse.add(app.version)
  return inUse
}

/** Nothing that was last served before this date is needed by an open tab. */
export const openTabsSince = (now: Date): Date => new Date(now.getTime() - OPEN_TAB_MS)

/** Nothing that was uploaded before this date belongs to a deploy that is still running. */
export const runningDeploysSince = (now: Date): Date => new Date(now.getTime() - RUNNING_DEPLOY_MS)
