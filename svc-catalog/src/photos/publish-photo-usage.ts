import { attachPhotos, detachPhotos } from '@offquad/contracts'
import { drainOutbox, type Jobs } from '@offquad/service-kit'
import { type PhotoUsage } from '../catalog/outboxes'
import { type Repositories } from '../repositories'

interface PublishDeps extends Pick<Repositories, 'apartments' | 'landlords'> {
  jobs: Pick<Jobs, 'add'>
}

/** Reports to svc-reviews, which stores photos, which of them apartments and landlords show. */
export async function publishPhotoUsage({ apartments, landlords, jobs }: PublishDeps): Promise<void> {
  const report = (kind: string) => async (subjects: { id: string; entries: PhotoUsage[] }[]) => {
    // Sequentially, as a photo may have been added and removed again.
    for (const { id, entries } of subjects)
      for (const { attach, detach } of entries) {
        const owner = `${kind}/${id}`
        if (attach.length > 0) await jobs.add(attachPhotos, { photoIds: attach, owner })
        if (detach.length > 0) await jobs.add(detachPhotos, { photoIds: detach, owner })
      }
  }
  await drainOutbox(apartments.outboxes.photoUsage, report('apartment'))
  await drainOutbox(landlords.outboxes.photoUsage, report('landlord'))
}
