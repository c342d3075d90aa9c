import { attachPhotos, photoIdOf } from '@offquad/contracts'
import { drainOutbox, type Jobs } from '@offquad/service-kit'
import { type PendingBuildingsRepository } from './pending-buildings.repository'

interface Deps {
  pendingBuildings: Pick<PendingBuildingsRepository, 'photoUsage'>
  jobs: Pick<Jobs, 'add'>
}

/** Reports to svc-reviews, which stores photos, that those of submissions are used. */
export const publishPhotoUsage = ({ pendingBuildings, jobs }: Deps): Promise<void> =>
  drainOutbox(pendingBuildings.photoUsage, async (buildings) => {
    for (const { id, userId, photos } of buildings) {
      const photoIds = photos.flatMap((photo) => photoIdOf(photo) ?? [])
      if (photoIds.length > 0)
        await jobs.add(attachPhotos, { photoIds, userId, owner: `pending-building/${id}` })
    }
  })
