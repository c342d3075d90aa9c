import { Readable } from 'node:stream'
import {
  deployVersion,
  type DeployState,
  downloadDeployedFile,
  endPreview,
  getDeploys,
  getReleases,
  getVersionErrors,
  markVersionBad,
  pauseCanary,
  previewStoredVersion,
  promoteCanary,
  pruneVersions,
  retireApp,
  rollBack,
  uploadDeployedFile,
  type VersionError,
  type VersionMeasure,
  versionsOf,
} from '@offquad/contracts'
import {
  type Caller,
  type Identity,
  NotAllowedError,
  NotFoundError,
  requireAdmin,
  requireIdentity,
  route,
  UnavailableError,
  UnsupportedMediaError,
} from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { sumCounts } from '../telemetry/counts'
import { type VersionMetrics } from '../telemetry/version-metrics.repository'
import { presentVitals } from '../telemetry/vitals'
import { scriptsBudgetOf, scriptsKbOf } from '../gate/budgets'
import { type AuditEntry, calledBad, defaultTarget, listedVersions, paused } from './app-state'
import { type DeployTokens } from './deploy-tokens'
import { type Deploys } from './open-deploys'
import {
  activePreviews,
  knownApps,
  liveOf,
  presentPreview,
  previewOf,
  runningDeploysSince,
  type SiteState,
} from './site-state'

interface DeploysOptions {
  tokens: DeployTokens
  /** Undefined until the database has been reached. */
  deploys(): Deploys | undefined
}

type Actor = Pick<AuditEntry, 'by' | 'team' | 'adminId'>

/** The deploys, for a caller who may change this app; and who that is. */
type Authorize = (
  request: FastifyRequest,
  app: string,
  purpose?: 'read' | 'change',
) => { deploys: Deploys; actor: Actor }

/**
 * @param app that the caller is about to change; absent: they read
 * @throws NotAllowedError for all but administrators and engineers, and for engineers of other slices
 */
export function requireEngineer(caller: Caller, app?: string): Identity {
  const identity = requireIdentity(caller)
  const { slices } = identity
  if (!slices) return requireAdmin(caller)
  if (app !== undefined && !slices.includes(app))
    throw new NotAllowedError('other-app', `You are an engineer of ${slices.join(', ')}, not of ${app}.`)
  return identity
}

/** @throws UnavailableError until the database has been reached */
export function requireDeploys(deploys: Deploys | undefined): Deploys {
  if (deploys) return deploys
  throw new UnavailableError(
    'deploys-unavailable',
    'This gateway has no database for deploys. Check that MONGODB_URI is set and reachable.',
  )
}

const DAY_MS = 86_400_000

/** The calls with which teams ship their slice, each with the token of its app. */
export async function serveDeploys(app: FastifyInstance, { tokens, deploys }: DeploysOptions): Promise<void> {
  // Files are uploaded as raw bytes.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  const authorizeTeam: Authorize = (request, name, purpose) => {
    tokens.require(request.headers.authorization, name, purpose)
    return { deploys: requireDeploys(deploys()), actor: teamOf(name) }
  }
  const authorize: Authorize = (request, name, purpose) => {
    const { caller = {} } = request
    const isAccessToken = caller.identity ?? caller.isTooOld ?? caller.isRevoked ?? caller.isUnverifiable
    if (!isAccessToken) return authorizeTeam(request, name, purpose)
    const { userId, role } = requireEngineer(caller, purpose === 'read' ? undefined : name)
    return {
      deploys: requireDeploys(deploys()),
      actor: { by: role === 'admin' ? 'an administrator' : 'an engineer', adminId: userId },
    }
  }

  route(app, uploadDeployedFile, ({ params, query }, { request }) => {
    const { uploads } = authorizeTeam(request, params.app).deploys
    if (!(request.body instanceof Readable))
      throw new UnsupportedMediaError(
        'not-a-file',
        'Send the raw file with the content type application/octet-stream.',
      )
    return uploads.receive(params, query.path, request.body)
  })

  route(app, downloadDeployedFile, async ({ params, query }, { request, reply }) => {
    const file = await authorizeTeam(request, params.app, 'read').deploys.uploads.open(params, query.path)
    reply.type('application/octet-stream')
    return file
  })

  route(app, deployVersion, async ({ params, body, log }, { request }) => {
    const { deploys, actor } = authorizeTeam(request, params.app)
    const audit = auditEntryOf(actor, body)
    const site = await deploys.changes.deploy({ ...body, ...params }, audit)
    const { canary, steps, preview } = body
    log.info({ remote: params.app, version: params.version, canary, steps, preview }, 'version deployed')
    return preview ? presentPreviewed(deploys, site, params) : present(deploys, site, params.app)
  })

  route(app, retireApp, async ({ params, body }, { request }) => {
    const { deploys, actor } = authorizeTeam(request, params.app)
    const site = await deploys.changes.retire(params.app, auditEntryOf(actor, body))
    return { app: params.app, history: site.retired.get(params.app)?.history ?? [] }
  })

  route(app, getReleases, async ({ caller }) => {
    requireEngineer(caller)
    const current = requireDeploys(deploys())
    const site = await current.states.readSite()
    return Promise.all(
      [...knownApps(site)].toSorted().map(async (name) => ({
        app: name,
        state: await present(current, site, name),
      })),
    )
  })

  serveChanges(app, authorize)

  route(app, pruneVersions, async ({ params }, { request }) => {
    const { deploys } = authorizeTeam(request, params.app)
    return {
      removed: await deploys.prune(
        await deploys.states.readSite(),
        params.app,
        runningDeploysSince(new Date()),
      ),
    }
  })
}

/** The calls that change what of the uploaded versions visitors get, and read it: for teams and administrators. */
function serveChanges(app: FastifyInstance, authorize: Authorize): void {
  route(app, promoteCanary, async ({ params, body }, { request }) => {
    const { deploys, actor } = authorize(request, params.app)
    const site = await deploys.changes.promote(params.app, auditEntryOf(actor, body), body ?? {})
    return present(deploys, site, params.app)
  })

  route(app, rollBack, async ({ params, body }, { request }) => {
    const { deploys, actor } = authorize(request, params.app)
    const site = await deploys.changes.rollBack(params.app, auditEntryOf(actor, body), body ?? {})
    return present(deploys, site, params.app)
  })

  route(app, pauseCanary, async ({ params, body }, { request }) => {
    const { deploys, actor } = authorize(request, params.app)
    const site = await deploys.changes.changeLive(params.app, (state) =>
      paused(state, body.version, auditEntryOf(actor, body)),
    )
    return present(deploys, site, params.app)
  })

  route(app, markVersionBad, async ({ params, body }, { request }) => {
    const { deploys, actor } = authorize(request, params.app)
    const site = await deploys.changes.changeLive(params.app, (state) =>
      calledBad(state, body.version, auditEntryOf(actor, body)),
    )
    return present(deploys, site, params.app)
  })

  route(app, previewStoredVersion, async ({ params, body }, { request }) => {
    const { deploys } = authorize(request, params.app)
    const site = await deploys.changes.previewStored(params.app, body.version)
    return presentPreviewed(deploys, site, { ...params, ...body })
  })

  route(app, endPreview, async ({ params, body }, { request }) => {
    const { deploys } = authorize(request, params.app)
    return present(deploys, await deploys.changes.endPreview(params.app, body.version), params.app)
  })

  route(app, getDeploys, async ({ params }, { request }) => {
    const { deploys } = authorize(request, params.app, 'read')
    const site = await deploys.states.readSite()
    if (!knownApps(site).has(params.app))
      throw new NotFoundError('app-not-found', `There is no app "${params.app}".`)
    return present(deploys, site, params.app)
  })

  route(app, getVersionErrors, ({ params }, { request }) =>
    presentErrors(authorize(request, params.app, 'read').deploys, params.app),
  )
}

async function presentPreviewed(
  deploys: Deploys,
  site: SiteState,
  version: { app: string; version: string },
): Promise<DeployState> {
  const state = await present(deploys, site, version.app)
  const made = previewOf(site, version, new Date())
  return made ? { ...state, previewPath: presentPreview(made).path } : state
}

async function presentErrors(deploys: Deploys, app: string): Promise<VersionError[]> {
  const errors = await deploys.versionErrors.of(app)
  return Promise.all(
    errors.map(async ({ first, last, ...error }) => {
      const source = error.at === undefined ? undefined : await deploys.originalPosition(error.at)
      return {
        ...error,
        ...(source !== undefined && { source }),
        first: first.toISOString(),
        last: last.toISOString(),
      }
    }),
  )
}

type Authorship = Partial<Record<'by' | 'commit' | 'reason', string>> | null | undefined

export const teamOf = (app: string): Actor => ({ by: `the team of ${app}`, team: app })

export const auditEntryOf = (actor: Actor, authorship: Authorship): AuditEntry => {
  const { by, commit, reason } = authorship ?? {}
  return {
    ...actor,
    ...(by && { author: by }),
    date: new Date(),
    ...(commit && { commit }),
    ...(reason && { reason }),
  }
}

/** @throws NotFoundError when no version of the app was ever live or previewed */
async function present(deploys: Deploys, site: SiteState, name: string): Promise<DeployState> {
  const live = site.apps.get(name)
  const state = live ?? site.retired.get(name)
  const since = new Date(Date.now() - DAY_MS)
  const rollsBackTo = live?.canary ? live.stable.version : live && defaultTarget(live)?.version
  const previewed = activePreviews(site, new Date()).filter(({ app }) => app.app === name)
  const takenBack = (state?.bad ?? []).filter(({ date }) => new Date(date) > since)
  const shown = [...(live ? versionsOf(liveOf(live)) : []), ...previewed.map(({ app }) => app), ...takenBack]
  const measured = [...new Set(shown.map(({ version }) => version))].map(async (version) =>
    presentMeasure(version, await deploys.versionMetrics.sum(name, version, since)),
  )
  return {
    ...(live && { live: liveOf(live) }),
    served: live
      ? await deploys.servedStateNow(liveOf(live))
      : { isServed: false, problem: 'no version of it is live' },
    previous: live ? listedVersions(live) : [],
    ...(rollsBackTo !== undefined && { rollsBackTo }),
    bad: state?.bad ?? [],
    previews: previewed.map(presentPreview),
    history: state?.history ?? [],
    measured: await Promise.all(measured),
    ...(live?.canary && { canary: await deploys.versions.outlookOf(name, live) }),
    ...(live && {
      scripts: {
        kb: scriptsKbOf(await deploys.uploads.filesOf(live.stable)),
        budgetKb: scriptsBudgetOf(live.stable),
      },
    }),
  }
}

const presentMeasure = (
  version: string,
  { views, failures, vitals, noise, pages, unrendered, routes, course }: VersionMetrics,
): VersionMeasure => ({
  version,
  views,
  failures,
  routes: [...routes]
    .map(([route, counts]) => ({ route, ...counts, vitals: presentVitals(vitals.get(route) ?? {}) }))
    .toSorted((a, b) => b.failures - a.failures || b.views - a.views),
  course: [...course]
    .toSorted(([a], [b]) => a - b)
    .map(([since, counts]) => ({ since: new Date(since).toISOString(), ...counts })),
  ...(unrendered && { unrendered }),
  ...(Object.keys(noise).length > 0 && { notCounted: noise }),
  ...(pages.failures > 0 && { silent: { pages: pages.failures, of: pages.views } }),
  vitals: presentVitals(sumCounts(...vitals.values())),
})
