import { updateReviewSubjects } from '@offquad/contracts'
import { drainOutbox, inParts, type Jobs } from '@offquad/service-kit'
import { type StoredApartment, type StoredLandlord } from '../catalog/entities'
import { type Repositories } from '../repositories'

interface PublishDeps extends Pick<Repositories, 'apartments' | 'landlords' | 'subjectsVersion'> {
  jobs: Pick<Jobs, 'add' | 'addBulk'>
}

const AT_ONCE = 500

/** Publishes new and changed apartments and landlords to svc-reviews. */
export async function publishChangedSubjects(deps: PublishDeps): Promise<void> {
  const { apartments, landlords, subjectsVersion, jobs } = deps
  await drainOutbox(
    landlords.outboxes.subjects,
    async (changed) => {
      const version = await subjectsVersion.next()
      const current = await landlords.list(changed.map(({ id }) => id))
      await jobs.add(updateReviewSubjects, { version, apartments: [], landlords: current.map(nameOf) })
    },
    AT_ONCE,
  )
  await drainOutbox(
    apartments.outboxes.subjects,
    async (changed) => {
      const version = await subjectsVersion.next()
      const current = await apartments.list(changed.map(({ id }) => id))
      await jobs.add(updateReviewSubjects, { version, apartments: current.map(subjectOf), landlords: [] })
    },
    AT_ONCE,
  )
}

/** Publishes all of them as a snapshot, which fills an empty copy, and repairs a copy that missed a message. */
export async function publishAllSubjects(deps: PublishDeps): Promise<void> {
  const version = await deps.subjectsVersion.next()
  const [stored, landlords] = await Promise.all([deps.apartments.list(), deps.landlords.list()])
  const apartmentParts = inParts(stored.map(subjectOf), AT_ONCE)
  const landlordParts = inParts(landlords.map(nameOf), AT_ONCE)
  const parts = Math.max(1, apartmentParts.length, landlordParts.length)
  await deps.jobs.addBulk(
    updateReviewSubjects,
    Array.from({ length: parts }, (_, index) => ({
      version,
      apartments: apartmentParts[index] ?? [],
      landlords: landlordParts[index] ?? [],
      snapshot: { part: index + 1, parts },
    })),
  )
}

const subjectOf = ({ apartment: { id, landlordId, name } }: StoredApartment) => ({ id, landlordId, name })

const nameOf = ({ id, name }: StoredLandlord) => ({ id, name })
