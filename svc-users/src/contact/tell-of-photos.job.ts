import { attachPhotos, photoIdOf } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type PendingBuildingsRepository } from './pending-buildings.repository'

interface Deps {
  pendingBuildings: PendingBuildingsRepository
  jobs: Pick<Jobs, 'add'>
}

/** Tells who keeps photos that those of submissions are used; told twice is no harm. */
export async function tellOfPhotos({ pendingBuildings, jobs }: Deps): Promise<void> {
  for (const { id, userId, photos } of await pendingBuildings.listWithUntoldPhotos()) {
    const photoIds = photos.flatMap((photo) => photoIdOf(photo) ?? [])
    if (photoIds.length > 0)
      await jobs.add(attachPhotos, { photoIds, userId, owner: `pending-building/${id}` })
    await pendingBuildings.markPhotosTold(id)
  }
}
