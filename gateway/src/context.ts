import { access } from 'node:fs/promises'
import { JOBS, responsesInvalidated } from '@offquad/contracts'
import { openReleases } from '@offquad/releases'
import { loadUniversity, observeQueues, observeRedis, openEvents, openQueues } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { createResponseCache, createCacheLifetime } from './edge/cache/response-cache'
import { createReadYourWrites } from './edge/cache/read-your-writes'
import { type GatewayConfig } from './config'
import { openRateLimits } from './edge/limits/rate-limits'
import { createPageSettings } from './edge/pages/page-settings'
import { openObservedRenderer } from './edge/pages/observed-renderer'
import { followPages } from './edge/pages/live-pages'
import { withoutUnusableMap } from './edge/map-tiles.routes'
import { openServices } from './edge/services/services'
import { createVariants } from './edge/services/variants'

export type Context = Awaited<ReturnType<typeof openContext>>

/**
 * Opens the gateway's connections and caches. Redis and the services may still be down.
 * @param rendererFile absolute path of the module that the renderer's process runs
 * @throws Error with a message for the operator when the university's settings or MF_DIR are unusable
 */
export async function openContext(settings: GatewayConfig, log: FastifyBaseLogger, rendererFile: string) {
  await access(settings.MF_DIR).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}: is MF_DIR the folder of the published apps?`)
  })
  const config = await withoutUnusableMap(settings, log)
  const pageSettings = createPageSettings(config, loadUniversity(config.UNIVERSITY_FILE))
  const services = await openServices({
    urls: config.services,
    joining: config.SERVICES_DIR,
    folder: config.MF_DIR,
    log,
  })
  const cacheLifetime = createCacheLifetime()
  const responseCache = createResponseCache({
    upstreams: services.upstreams,
    maxAgeMs: cacheLifetime.maxAgeMs,
    requestHeaders: (route) => writes.headersFor(route),
  })
  const writes = createReadYourWrites(responseCache)
  // The responses, which of them are cacheable, and their shape belong to the previous version of the service.
  services.onChange((service) => responseCache.invalidate(service))
  const events = openEvents(config, 'gateway', log)
  const queues = openQueues(JOBS, config, log)
  const rateLimits = openRateLimits(config, log)
  const releases = await openReleases({
    settings: config,
    log,
    events,
    calls: services,
    takeFromBudget: (request, reports) => rateLimits.take(request, 'report', reports),
  })
  const contentRenderer =
    config.SERVER_RENDERING === 'on'
      ? openObservedRenderer(rendererFile, config, log, releases.countRender)
      : undefined
  observeQueues(queues)
  const stopObserving = observeRedis(config)
  subscribeToChanges({ responseCache, events, cacheLifetime, log })
  return {
    config,
    log,
    pageSettings,
    services,
    variants: createVariants(services, releases),
    responseCache,
    cacheLifetime,
    writes,
    events,
    queues,
    rateLimits,
    releases,
    pages: followPages(releases, pageSettings),
    /** Undefined where pages are rendered in the browser only. */
    contentRenderer,
    async close(): Promise<void> {
      contentRenderer?.close()
      await releases.close()
      await events.close()
      await queues.close()
      await rateLimits.close()
      await stopObserving()
      await services.close()
    },
  }
}

function subscribeToChanges({
  responseCache,
  events,
  cacheLifetime,
  log,
}: Pick<Context, 'responseCache' | 'events' | 'cacheLifetime' | 'log'>): void {
  events.onGap(() => {
    cacheLifetime.onGap()
    responseCache.invalidateAll()
  })
  events
    .subscribe(responsesInvalidated, ({ service, resources }) => responseCache.invalidate(service, resources))
    .then(() => {
      responseCache.invalidateAll()
      cacheLifetime.onSubscribed()
    })
    .catch((err: unknown) =>
      log.warn({ err }, 'event subscription failed; cached responses expire after 2 s'),
    )
}
