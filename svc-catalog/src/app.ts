import {
  parseChanges,
  publishReviewSubjects,
  READ_AFTER_HEADER,
  sweepGeocoding,
  sweepListingPictures,
  sweepPhotoUse,
} from '@offquad/contracts'
import {
  buildService,
  createEnqueuer,
  createInvalidationPublisher,
  pingMongo,
  watchOutbox,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { registerApartments } from './apartments/apartments.routes'
import { registerChangeLog } from './change-log/change-log.routes'
import { openCatalog } from './catalog-index/open-catalog'
import { type Context } from './context'
import { registerEditing } from './editing/editing.routes'
import {
  createCommuteTimes,
  enqueueTravelTimes,
  registerCommutes,
  registerFindAddress,
  registerPlacement,
  registerTransit,
  type Transit,
} from './geography'
import { registerGuides, requirePublished } from './guides/guides.routes'
import { registerListingPictures } from './photos/listing-pictures.routes'
import { registerLandlords } from './landlords/landlords.routes'
import { createLinkPictures } from './link-previews/link-pictures'
import { registerLinkPreviews } from './link-previews/link-previews.routes'
import { createPhotoLoader } from './link-previews/load-photo'
import { registerListings } from './listings/listings.routes'
import { registerSearch } from './search/search.routes'

/** @param transit undefined: there is no timetable of buses */
export async function buildApp(context: Context, transit?: Transit): Promise<FastifyInstance> {
  const commuteTimes = createCommuteTimes(context, transit)
  const invalidations = createInvalidationPublisher(context.events, 'svc-catalog')
  const { catalog, refresh, waitFor, close } = await openCatalog({ ...context, commuteTimes, invalidations })
  const storing = {
    ...context,
    refresh,
    enqueueTravelTimes: (apartmentIds: string[]) => enqueueTravelTimes(context, apartmentIds),
    enqueueGeocoding: createEnqueuer(context.jobs, sweepGeocoding, context.log),
    enqueuePhotoUsage: createEnqueuer(context.jobs, sweepPhotoUse, context.log),
    enqueuePictures: createEnqueuer(context.jobs, sweepListingPictures, context.log),
    enqueueSubjects: createEnqueuer(context.jobs, publishReviewSubjects, context.log),
  }
  const linkPictures = createLinkPictures({
    university: context.university,
    loadPhoto: createPhotoLoader(context.config),
    log: context.log,
  })
  for (const [kind, { outboxes }] of [
    ['apartment', context.apartments],
    ['landlord', context.landlords],
  ] as const) {
    watchOutbox(`${kind}-photos`, outboxes.photoUsage.backlog)
    watchOutbox(`${kind}s-for-reviews`, outboxes.subjects.backlog)
    watchOutbox(`${kind}-changes`, outboxes.edits.backlog)
  }
  watchOutbox('guide-changes', context.guides.edits.backlog)
  const app = await buildService({
    name: 'svc-catalog',
    holds: 'Listings',
    publishesChanges: true,
    events: context.events,
    config: context.config,
    log: context.log,
    // Without Redis all requests are served, and changes are found by polling.
    checks: { database: () => pingMongo(context.connection) },
    register(instance) {
      instance.addHook('onRequest', async ({ headers }) => {
        const changes = headers[READ_AFTER_HEADER]
        if (typeof changes === 'string') await waitFor(parseChanges(changes))
      })
      registerListings(instance, catalog)
      registerApartments(instance, catalog)
      registerLandlords(instance, catalog)
      registerSearch(instance, { ...context, catalog, commuteTimes })
      registerLinkPreviews(instance, {
        ...context,
        catalog,
        pictures: linkPictures,
        findGuide: (slug) => requirePublished(context.guides, slug),
      })
      registerEditing(instance, { ...storing, catalog })
      registerPlacement(instance, storing)
      registerFindAddress(instance, context)
      registerCommutes(instance, { ...context, catalog, commuteTimes })
      registerTransit(instance, { ...context, catalog, transit })
      registerListingPictures(instance, storing)
      registerGuides(instance, { ...context, invalidations })
      registerChangeLog(instance, context)
    },
  })
  app.addHook('onClose', async () => {
    close()
    invalidations.close()
  })
  return app
}
