import { attachPhotos, detachPhotos } from '@offquad/contracts'
import { drainOutbox, type Jobs } from '@offquad/service-kit'
import { type PhotoUsage } from '../catalog/outboxes'
import { type Repositories } from '../repositories'

interface PublishDeps extends Pick<Repositories, 'apartments' | 'landlords'> {
  jobs: Pick<Jobs, 'add'>
}

/** Reports the photos that apartments and landlords show to svc-reviews, which stores photos. */
export async function publishPhotoUsage({ apartments, landlords, jobs }: PublishDeps): Promise<void> {
  const report = (kind: string) => async (subjects: { id: string; entries: PhotoUsage[] }[]) => {
    for (const { id, entries } of subjects)
      for (const { attach, detach, ...entry } of entries) {
        const changedAt = entry.changedAt?.toISOString()
        const usage = { owner: `${kind}/${id}`, ...(changedAt !== undefined && { changedAt }) }
        if (attach.length > 0) await jobs.add(attachPhotos, { photoIds: attach, ...usage })
        if (detach.length > 0) await jobs.add(detachPhotos, { photoIds: detach, ...usage })
      }
  }
  await drainOutbox(apartments.outboxes.photoUsage, report('apartment'))
  await drainOutbox(landlords.outboxes.photoUsage, report('landlord'))
}
