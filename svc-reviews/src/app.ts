import { buildService, pingMongo, watchOutbox } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Context } from './context'
import { registerImport } from './import/import.routes'
import { registerLikes } from './likes/likes.routes'
import { registerModeration } from './moderation/moderation.routes'
import { registerPhotos } from './photos/photos.routes'
import { registerReviews } from './reviews/reviews.routes'
import { registerWriting } from './reviews/writing.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  watchOutbox('reviews', context.outbox.backlog)
  const app = await buildService({
    name: 'svc-reviews',
    holds: 'Reviews',
    publishesChanges: true,
    events: context.events,
    config: context.config,
    log: context.log,
    checks: { database: () => pingMongo(context.connection) },
    register(app) {
      registerReviews(app, context)
      registerWriting(app, context)
      registerLikes(app, context)
      registerModeration(app, context)
      registerImport(app, context)
      registerPhotos(app, context)
    },
  })
  // The previous process may have died between a write and its invalidation.
  app.addHook('onReady', async () => context.publishInvalidation())
  return app
}
