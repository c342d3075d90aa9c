import { answersChanged, apiChanged, JOBS } from '@offquad/contracts'
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
import {
  createPageTokens,
  type DeploysConnection,
  openDeploys,
  openReportLedger,
  type PageTokens,
  type RegistryWatch,
  type ReportLedger,
  watchRegistry,
} from './control-plane'
import { type Answers, createAnswers } from './edge/cache/response-cache'
import { createFreshness } from './edge/cache/freshness'
import { createReadYourWrites, type ReadYourWrites } from './edge/cache/read-your-writes'
import { type GatewayConfig } from './config'
import { openRateLimits, type RateLimits } from './edge/limits/rate-limits'
import { createPageSettings, type PageSettings } from './edge/pages/page-settings'
import { type LiveSite, loadLiveSite } from './edge/pages/live-site'
import { securityHeaders } from './edge/security-headers'
import { openServices, type Services } from './edge/services/services'

export interface Context {
  config: GatewayConfig
  log: FastifyBaseLogger
  pageSettings: PageSettings
  services: Services
  answers: Answers
  freshness: ReturnType<typeof createFreshness>
  writes: ReadYourWrites
  events: Events
  queues: Queues
  rateLimits: RateLimits
  registry: RegistryWatch<LiveSite>
  deploys: DeploysConnection
  pageTokens: PageTokens
  ledger: ReportLedger
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
  const shared = () => deploys.registry()
  const registry = await watchRegistry<LiveSite>({
    folder: config.MF_DIR,
    load: (before) => loadLiveSite({ ...site, before, shared, headers: securityHeaders(config.NODE_ENV) }),
    isWhole: ({ problems }) => problems.every(({ isServed }) => isServed),
    revision: () => deploys.revision(),
    log,
  })
  const services = await openServices({ urls: config.services, folder: config.MF_DIR, log })
  const freshness = createFreshness()
  const headers = securityHeaders(config.NODE_ENV)
  const answers = createAnswers({
    upstreams: services.upstreams,
    headers,
    maxAgeMs: freshness.maxAgeMs,
    requestHeaders: (route) => writes.headersFor(route),
  })
  const writes = createReadYourWrites(answers)
  // What may be cached, and what a response looks like, is another version's.
  services.onChange((service) => answers.invalidate(service))
  const events = openEvents(config, 'gateway', log)
  deploys.serve({ events, registry, directory: services })
  const queues = openQueues(JOBS, config, log)
  const rateLimits = openRateLimits(config, log)
  const pageTokens = createPageTokens(() => deploys.current()?.secrets.pageKey())
  const ledger = openReportLedger(config, log)
  observeQueues(queues)
  const stopObserving = observeRedis(config)
  hearOfChanges({ answers, services, events, freshness, log })
  return {
    config,
    log,
    pageSettings,
    services,
    answers,
    freshness,
    writes,
    events,
    queues,
    rateLimits,
    registry,
    deploys,
    pageTokens,
    ledger,
    async close() {
      await deploys.close()
      await registry.close()
      await events.close()
      await queues.close()
      await rateLimits.close()
      await ledger.close()
      await stopObserving()
      await services.close()
    },
  }
}

interface Listening {
  answers: Answers
  services: Services
  events: Events
  freshness: ReturnType<typeof createFreshness>
  log: FastifyBaseLogger
}

function hearOfChanges({ answers, services, events, freshness, log }: Listening): void {
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
    .catch((err: unknown) =>
      log.warn({ err }, 'event subscription failed; cached responses expire after 2 s'),
    )
  events
    .subscribe(apiChanged, ({ service }) => services.refresh(service))
    .catch((err: unknown) =>
      log.warn({ err }, 'event subscription failed; services are polled for their calls'),
    )
}
