import { buildService, pingMongo, watchOutbox } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type Context } from './context'
import { registerPhotos } from './photos/photos.routes'
import { registerLikes } from './reviews/likes.routes'
import { registerModeration } from './reviews/moderation.routes'
import { registerReviews } from './reviews/reviews.routes'
import { watchWaitingReviews } from './reviews/waiting-reviews'
import { registerWriting } from './reviews/writing.routes'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const waiting = watchWaitingReviews(context)
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
      registerLikes(app, context)
      registerPhotos(app, context)
      registerModeration(app, { ...context, waiting })
      registerWriting(app, { ...context, claimPhotos: context.photos.claim })
    },
  })
  // Answers that never end by themselves would be waited for.
  app.addHook('preClose', async () => waiting.close())
  // The process before this one may have died between a write and telling of it.
  app.addHook('onReady', async () => context.announce())
  return app
}
