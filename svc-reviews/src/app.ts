import { buildService, pingMongo } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Context } from './context'
import { registerReviews } from './reviews/reviews.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  return buildService({
    name: 'svc-reviews',
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    register: (app) => registerReviews(app, context),
  })
}
