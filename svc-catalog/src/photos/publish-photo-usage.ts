import { attachPhotos, detachPhotos } from '@offquad/contracts'
import { drainOutbox, type Jobs, type Outbox } from '@offquad/service-kit'
import { type PhotoUsage } from '../catalog/outboxes'

interface Photographed {
  outboxes: { photoUsage: Pick<Outbox<{ id: string; entries: PhotoUsage[] }>, 'listPending' | 'clear'> }
}

interface PublishDeps {
  apartments: Photographed
  landlords: Photographed
  jobs: Pick<Jobs, 'add'>
}

/** Reports to svc-reviews, which stores photos, which of them apartments and landlords show. */
export async function publishPhotoUsage({ apartments, landlords, jobs }: PublishDeps): Promise<void> {
  await publish('apartment', apartments, jobs)
  await publish('landlord', landlords, jobs)
}

async function publish(kind: string, { outboxes }: Photographed, jobs: PublishDeps['jobs']): Promise<void> {
  await drainOutbox(outboxes.photoUsage, async (subjects) => {
    const changes = subjects.flatMap(({ id, entries }) =>
      entries.map((change) => ({ ...change, owner: `${kind}/${id}` })),
    )
    // Sequentially, as a photo may have been added and removed again.
    for (const { attach, detach, owner } of changes) {
      if (attach.length > 0) await jobs.add(attachPhotos, { photoIds: attach, owner })
      if (detach.length > 0) await jobs.add(detachPhotos, { photoIds: detach, owner })
    }
  })
}
