import { attachPhotos, detachPhotos, photoIdOf, recordSuggestion } from '@offquad/contracts'
import { drainOutbox, type Jobs } from '@offquad/service-kit'
import { type Repositories } from '../repositories'

interface Deps extends Pick<Repositories, 'pendingBuildings'> {
  jobs: Pick<Jobs, 'add'>
}

/** Reports to svc-reviews, which stores photos, which photos submissions use and which belonged to deleted submissions. */
export async function publishPhotoUsage({ pendingBuildings, jobs }: Deps): Promise<void> {
  const { photoUsage, releasedPhotos } = pendingBuildings
  for (const [outbox, job] of [
    [photoUsage, attachPhotos],
    [releasedPhotos, detachPhotos],
  ] as const)
    await drainOutbox(outbox, async (buildings) => {
      for (const { id, userId, photos } of buildings) {
        const photoIds = photos.flatMap((photo) => photoIdOf(photo) ?? [])
        if (photoIds.length > 0) await jobs.add(job, { photoIds, userId, owner: `pending-building/${id}` })
      }
    })
}

/** Publishes submissions to svc-reviews, where their authors may review them, and the apartments that they became. */
export async function publishSuggestions({ pendingBuildings, jobs }: Deps): Promise<void> {
  await drainOutbox(pendingBuildings.suggestions, async (submissions) => {
    for (const { id, userId, name, aptId } of submissions)
      await jobs.add(recordSuggestion, { id, userId, name, ...(aptId !== undefined && { aptId }) })
  })
}
