import {
  deployVersion as deployVersionCall,
  type DeployState,
  getDeploys,
  promoteCanary,
  pruneVersions,
  rollBack,
  uploadDeployedFile,
  type VersionMeasure,
  versionsOf,
} from '@offquad/contracts'
import { NotFoundError, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Readable } from 'node:stream'
import { type AppState, promoted, rolledBack, versionsServedSince } from './app-state'
import { type AppStatesRepository } from './app-states.repository'
import { type DeployTokens } from './deploy-tokens'
import { deployVersion } from './deploy-version'
import { type Deploys, type DeploysConnection } from './open-deploys'
import { type Tally } from '../telemetry/tallies.repository'
import { liveOf } from './shared-registry'

interface DeploysOptions {
  tokens: DeployTokens
  deploys: Pick<DeploysConnection, 'current'>
}

/** Everything that deploys, to somebody who may deploy this app. */
type Allow = (request: FastifyRequest, app: string) => Deploys

const DAY_MS = 86_400_000
/** Longer no tab is taken to be open without having gone to another page. */
const OPEN_TAB_MS = 7 * DAY_MS

/** How teams ship their slice: each with the token of its app, and nobody else's help. */
export async function serveDeploys(app: FastifyInstance, { tokens, deploys }: DeploysOptions): Promise<void> {
  // Files come as they are.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  const allow: Allow = (request, name) => {
    tokens.require(request.headers.authorization, name)
    const current = deploys.current()
    if (!current)
      throw new UnavailableError(
        'deploys-unavailable',
        'This gateway has no database to keep deploys in: is MONGODB_URI set and reachable?',
      )
    return current
  }

  route(app, uploadDeployedFile, ({ params, query }, { request }) =>
    allow(request, params.app).uploads.receive(params, query.path, request.body as Readable),
  )

  route(app, deployVersionCall, async ({ params, body, log }, { request }) => {
    const deploys = allow(request, params.app)
    const state = await deployVersion(deploys, { ...params, ...body }, `the team of ${params.app}`)
    log.info({ remote: params.app, version: params.version, canary: body.canary }, 'version deployed')
    await deploys.shared.push()
    return present(deploys, state)
  })

  serveStates(app, allow)
}

/** What needs no files: pointing elsewhere, looking, and cleaning up. */
function serveStates(app: FastifyInstance, allow: Allow): void {
  async function change(request: FastifyRequest, name: string, act: (state: AppState) => AppState) {
    const deploys = allow(request, name)
    const state = await deploys.states.change(name, (known) => {
      if (!known) throw unknownApp(name)
      return act(known)
    })
    await deploys.shared.push()
    return present(deploys, state)
  }

  route(app, promoteCanary, ({ params }, { request }) =>
    change(request, params.app, (state) => promoted(state, actOf(params.app))),
  )

  route(app, rollBack, ({ params }, { request }) =>
    change(request, params.app, (state) => rolledBack(state, actOf(params.app))),
  )

  route(app, getDeploys, async ({ params }, { request }) => {
    const deploys = allow(request, params.app)
    return present(deploys, await stateOf(deploys.states, params.app))
  })

  route(app, pruneVersions, async ({ params }, { request }) => {
    const { states, uploads } = allow(request, params.app)
    const state = await stateOf(states, params.app)
    const before = new Date(Date.now() - OPEN_TAB_MS)
    const kept = versionsServedSince(state, before)
    for (const { version } of state.previous) kept.add(version)
    return { removed: await uploads.prune(params.app, kept, before) }
  })
}

const actOf = (app: string) => ({ by: `the team of ${app}`, date: new Date() })

async function stateOf(states: Pick<AppStatesRepository, 'find'>, app: string): Promise<AppState> {
  const state = await states.find(app)
  if (!state) throw unknownApp(app)
  return state
}

const unknownApp = (app: string) => new NotFoundError('app-not-found', `There is no app "${app}".`)

async function present({ tallies }: Deploys, state: AppState): Promise<DeployState> {
  const live = liveOf(state)
  const since = new Date(Date.now() - DAY_MS)
  const measured = versionsOf(live).map(async ({ app, version }) =>
    presentMeasure(version, await tallies.sum(app, version, since)),
  )
  return {
    live,
    served: { version: live.version, isServed: true },
    bad: [],
    previews: [],
    previous: state.previous.map(({ version }) => version),
    history: state.history,
    measured: await Promise.all(measured),
  }
}

const presentMeasure = (version: string, { views, failures, vitals }: Tally): VersionMeasure => ({
  ...{ version, views, failures },
  vitals: Object.fromEntries(
    Object.entries(vitals).map(([name, { good = 0, 'needs-improvement': fair = 0, poor = 0 }]) => [
      name,
      { good, pages: good + fair + poor },
    ]),
  ),
})
