import { buildService, pingMongo } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Context } from './context'
import { registerLikes } from './reviews/likes.routes'
import { registerReviews } from './reviews/reviews.routes'
import { registerWriting } from './reviews/writing.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  return buildService({
    name: 'svc-reviews',
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    register(app) {
      registerReviews(app, context)
      registerLikes(app, context)
      registerWriting(app, { ...context, claimPhotos: async () => true })
    },
  })
}
