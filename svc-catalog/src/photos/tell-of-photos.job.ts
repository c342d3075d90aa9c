import { attachPhotos, detachPhotos } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type UntoldPhotos } from '../photo-outbox'

interface Outbox {
  listUntoldPhotos(most: number): Promise<UntoldPhotos[]>
  clearUntoldPhotos(told: UntoldPhotos[]): Promise<void>
}

interface TellDeps {
  apartments: Outbox
  landlords: Outbox
  jobs: Pick<Jobs, 'add'>
}

const AT_ONCE = 200

/** Tells svc-reviews, which keeps photos, what is shown by whom; told twice is no harm, and nothing is forgotten untold. */
export async function tellOfPhotos({ apartments, landlords, jobs }: TellDeps): Promise<void> {
  await tellOf('apartment', apartments, jobs)
  await tellOf('landlord', landlords, jobs)
}

async function tellOf(kind: string, outbox: Outbox, jobs: TellDeps['jobs']): Promise<void> {
  const untold = await outbox.listUntoldPhotos(AT_ONCE)
  const changes = untold.flatMap(({ id, photoUse }) =>
    photoUse.map((change) => ({ ...change, owner: `${kind}/${id}` })),
  )
  // One after the other: a photo may have been added and removed again.
  for (const { attach, detach, owner } of changes) {
    if (attach.length > 0) await jobs.add(attachPhotos, { photoIds: attach, owner })
    if (detach.length > 0) await jobs.add(detachPhotos, { photoIds: detach, owner })
  }
  if (untold.length > 0) await outbox.clearUntoldPhotos(untold)
}
