import { type ImportBatch } from '@offquad/contracts'
import { type SubjectDeps } from './resolve-subject'
import { type CountedPlace } from './stored-review'

export interface ResolvedSubject {
  place: CountedPlace
  /** What to look at in it. */
  note?: string
}

/**
 * Looks up what imported reviews are about. Unlike a new review, one of an unknown place is kept, as its apartment may be
 * imported later; the landlord is the apartment's where that is known.
 */
export async function resolveImportedSubjects(
  { subjects }: SubjectDeps,
  places: CountedPlace[],
  alsoImported: ImportBatch['alsoImported'] = {},
): Promise<(place: CountedPlace) => ResolvedSubject> {
  const [apartments, landlords, isComplete] = await Promise.all([
    subjects.findApartments(distinct(places.flatMap(({ aptId }) => aptId ?? []))),
    subjects.findLandlords(distinct(places.map(({ landlordId }) => landlordId))),
    subjects.isComplete(),
  ])
  const imported = (alsoImported.apartments ?? []).map(({ id, landlordId }) => [id, { landlordId }] as const)
  const apartmentOf = new Map([...apartments, ...imported])
  const knownLandlords = new Set([...landlords, ...(alsoImported.landlordIds ?? [])])

  return ({ aptId, landlordId }) => {
    const apartment = aptId === null ? undefined : apartmentOf.get(aptId)
    const owner = apartment?.landlordId ?? landlordId
    const notes = [
      ...(isComplete && aptId !== null && !apartment ? [`apartment ${aptId} does not exist`] : []),
      ...(owner === landlordId
        ? []
        : [`landlord ${owner} of apartment ${aptId} taken instead of ${landlordId}`]),
      ...(isComplete && !apartment && !knownLandlords.has(landlordId)
        ? [`landlord ${landlordId} does not exist`]
        : []),
    ]
    return { place: { aptId, landlordId: owner }, ...(notes.length > 0 && { note: notes.join('; ') }) }
  }
}

const distinct = (ids: string[]): string[] => [...new Set(ids)]
