import { answersChanged, JOBS, type ServiceName } from '@offquad/contracts'
import {
  type Events,
  loadUniversity,
  observeQueues,
  observeRedis,
  openEvents,
  openQueues,
  type Queues,
} from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type Answers, createAnswers } from './answers/answers'
import { createFreshness } from './answers/freshness'
import { openUpstream, type Upstream } from './api/upstream'
import { type GatewayConfig } from './config'
import { type DeploysConnection, openDeploys } from './deploys/open-deploys'
import { openRateLimits, type RateLimits } from './limits/rate-limits'
import { createPageSettings, type PageSettings } from './pages/page-settings'
import { type LiveSite, loadLiveSite } from './remotes/live-site'
import { type RegistryWatch, watchRegistry } from './remotes/watch-registry'
import { securityHeaders } from './security-headers'

export type Upstreams = Record<ServiceName, Upstream>

export interface Context {
  config: GatewayConfig
  log: FastifyBaseLogger
  pageSettings: PageSettings
  upstreams: Upstreams
  answers: Answers
  events: Events
  queues: Queues
  rateLimits: RateLimits
  registry: RegistryWatch<LiveSite>
  deploys: DeploysConnection
  close(): Promise<void>
}

/**
 * Opens what the gateway holds. Neither Redis nor a service needs to be there yet.
 * @throws Error with a sentence when the university's settings or the registry cannot be used
 */
export async function openContext(config: GatewayConfig, log: FastifyBaseLogger): Promise<Context> {
  const pageSettings = createPageSettings(config, loadUniversity(config.UNIVERSITY_FILE))
  const deploys = await openDeploys(config, log)
  const site = { folder: config.MF_DIR, pageSettings, log }
  const registry = await watchRegistry<LiveSite>(
    config.MF_DIR,
    (before) => loadLiveSite({ ...site, before, headers: securityHeaders(config.NODE_ENV) }),
    log,
  )
  const upstreams: Upstreams = {
    'svc-catalog': openUpstream('svc-catalog', config.SVC_CATALOG_URL),
    'svc-reviews': openUpstream('svc-reviews', config.SVC_REVIEWS_URL),
    'svc-users': openUpstream('svc-users', config.SVC_USERS_URL),
  }
  const freshness = createFreshness()
  const headers = securityHeaders(config.NODE_ENV)
  const answers = createAnswers({ upstreams, headers, maxAgeMs: freshness.maxAgeMs })
  const events = openEvents(config, 'gateway', log)
  deploys.serve(events, registry.settled)
  const queues = openQueues(JOBS, config, log)
  const rateLimits = openRateLimits(config, log)
  observeQueues(queues)
  const stopObserving = observeRedis(config.REDIS_URL)
  hearOfChanges({ answers, events, freshness, log })
  return {
    config,
    log,
    pageSettings,
    upstreams,
    answers,
    events,
    queues,
    rateLimits,
    registry,
    deploys,
    async close() {
      await deploys.close()
      await registry.close()
      await events.close()
      await queues.close()
      await rateLimits.close()
      await stopObserving()
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()))
    },
  }
}

interface Listening {
  answers: Answers
  events: Events
  freshness: ReturnType<typeof createFreshness>
  log: FastifyBaseLogger
}

function hearOfChanges({ answers, events, freshness, log }: Listening): void {
  events.onGap(() => {
    freshness.missed()
    answers.invalidateAll()
  })
  events
    .subscribe(answersChanged, ({ service }) => answers.invalidate(service))
    .then(() => {
      answers.invalidateAll()
      freshness.subscribed()
    })
    .catch((err: unknown) => log.warn({ err }, 'changes are not heard of, answers are kept for seconds only'))
}
