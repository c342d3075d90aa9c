import { isServed, type LiveApp, type PageReport, reportPage } from '@offquad/contracts'
import { route, TooManyRequestsError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { createAllowance } from './allowance'

interface TelemetryOptions {
  /** Counts; absent while there is no database to count in. */
  watch(): { count(reports: PageReport[]): void } | undefined
  live(): LiveApp[]
}

/** A campus may share one address; a script may not decide what everybody gets. */
const REPORTS_PER_MINUTE = 1_200

/** What pages say of the versions they use. */
export async function serveTelemetry(app: FastifyInstance, { watch, live }: TelemetryOptions): Promise<void> {
  const allowance = createAllowance(REPORTS_PER_MINUTE)
  app.addHook('onClose', async () => allowance.close())

  route(app, reportPage, ({ body }, { request }) => {
    if (!allowance.take(request.ip, body.reports.length))
      throw new TooManyRequestsError(
        'too-many-reports',
        'These are more reports than pages make: wait a minute.',
      )
    const current = live()
    // Of what is not live any more nothing is decided.
    watch()?.count(body.reports.filter((report) => isServed(current, report)))
    return null
  })
}
