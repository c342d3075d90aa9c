import { isServed, type LiveApp, type PageReport, reportPage } from '@offquad/contracts'
import { currentTracing, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type RateLimits } from '../limits/rate-limits'
import { type Services } from '../services/services'
import { observePages } from './page-metrics'

interface TelemetryOptions {
  /** Counts; absent while there is no database to count in. */
  watch(): { count(reports: PageReport[]): void } | undefined
  live(): LiveApp[]
  rateLimits: RateLimits
  services: Pick<Services, 'isTemplate'>
}

/** What pages say of the versions they use. */
export async function serveTelemetry(
  app: FastifyInstance,
  { watch, live, rateLimits, services }: TelemetryOptions,
): Promise<void> {
  route(app, reportPage, async ({ body }, { request }) => {
    const calls = body.calls ?? []
    await rateLimits.take(request, 'report', Math.max(1, body.reports.length + calls.length))
    currentTracing()?.addCalls(calls.filter(({ path }) => services.isTemplate(path)))
    const current = live()
    // Of what is not live any more nothing is decided.
    const served = body.reports.filter((report) => isServed(current, report))
    observePages(served)
    watch()?.count(served)
    return null
  })
}
