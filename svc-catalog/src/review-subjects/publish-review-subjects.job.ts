import { updateReviewSubjects } from '@offquad/contracts'
import { type Jobs } from '@offquad/service-kit'
import { type StoredApartment, type StoredLandlord } from '../entities'
import { type UnpublishedSubject } from '../subject-outbox'

interface Outbox {
  listUnpublished(limit: number): Promise<UnpublishedSubject[]>
  markPublished(published: UnpublishedSubject[]): Promise<void>
}

interface PublishDeps {
  apartments: Outbox & { list(ids?: string[]): Promise<StoredApartment[]> }
  landlords: Outbox & { list(ids?: string[]): Promise<StoredLandlord[]> }
  subjectsVersion: { next(): Promise<number> }
  jobs: Pick<Jobs, 'add' | 'addBulk'>
}

const AT_ONCE = 500

/** Publishes what is new or has changed since it was published; repeated after a crash, which does no harm. */
export async function publishChangedSubjects(deps: PublishDeps): Promise<void> {
  const { apartments, landlords, subjectsVersion, jobs } = deps
  const [changedApartments, changedLandlords] = await Promise.all([
    apartments.listUnpublished(AT_ONCE),
    landlords.listUnpublished(AT_ONCE),
  ])
  if (changedApartments.length + changedLandlords.length === 0) return
  const version = await subjectsVersion.next()
  const [currentApartments, currentLandlords] = await Promise.all([
    apartments.list(changedApartments.map(({ id }) => id)),
    landlords.list(changedLandlords.map(({ id }) => id)),
  ])
  await jobs.add(updateReviewSubjects, {
    version,
    apartments: currentApartments.map(subjectOf),
    ...landlordSubjectsOf(currentLandlords),
  })
  await Promise.all([apartments.markPublished(changedApartments), landlords.markPublished(changedLandlords)])
  await publishChangedSubjects(deps)
}

/** Publishes everything, so that a copy fills itself, and heals what was lost or deleted. */
export async function publishAllSubjects(deps: PublishDeps): Promise<void> {
  const version = await deps.subjectsVersion.next()
  const [stored, landlords] = await Promise.all([deps.apartments.list(), deps.landlords.list()])
  const apartments = stored.map(subjectOf)
  const parts = Math.max(1, Math.ceil(Math.max(apartments.length, landlords.length) / AT_ONCE))
  await deps.jobs.addBulk(
    updateReviewSubjects,
    Array.from({ length: parts }, (_, index) => ({
      version,
      apartments: apartments.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
      ...landlordSubjectsOf(landlords.slice(index * AT_ONCE, (index + 1) * AT_ONCE)),
      snapshot: { part: index + 1, parts },
    })),
  )
}

const subjectOf = ({ apartment: { id, landlordId, name } }: StoredApartment) => ({ id, landlordId, name })

const landlordSubjectsOf = (landlords: StoredLandlord[]) => ({
  landlordIds: landlords.map(({ id }) => id),
  landlordNames: Object.fromEntries(landlords.map(({ id, name }) => [id, name])),
})
