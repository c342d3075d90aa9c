import { importReviews as importReviewsCall } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type ImportDeps, importReviews } from './import-reviews'

interface ImportRoutesDeps extends ImportDeps {
  /** Notifies the gateways that public responses have changed. */
  publishInvalidation: () => void
}

export function registerImport(app: FastifyInstance, deps: ImportRoutesDeps): void {
  route(app, importReviewsCall, async ({ body, log }) => {
    const results = await importReviews(deps, body)
    deps.publishInvalidation()
    log.info({ rows: results.length, dryRun: body.dryRun ?? false }, 'reviews imported')
    return { results }
  })
}
