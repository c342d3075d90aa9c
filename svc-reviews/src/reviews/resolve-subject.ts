import { UNKNOWN_LANDLORD } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { type ReviewSubjectsRepository } from './review-subjects.repository'
import { type CountedPlace } from './stored-review'

export interface SubjectDeps {
  subjects: Pick<ReviewSubjectsRepository, 'findApartments' | 'findLandlords' | 'isComplete'>
}

/**
 * What a new review is about: of an apartment's review, the landlord is the apartment's, whatever the author sent. Until
 * the copy of the catalog has filled itself, what it does not know is believed: refusing reviews would be worse.
 * @throws NotFoundError when there is no such apartment or landlord
 */
export async function resolveSubject(
  { subjects }: SubjectDeps,
  { aptId, landlordId }: CountedPlace,
): Promise<CountedPlace> {
  if (aptId !== null) {
    const apartment = (await subjects.findApartments([aptId])).get(aptId)
    if (apartment) return { aptId, landlordId: apartment.landlordId ?? UNKNOWN_LANDLORD }
    if (await subjects.isComplete())
      throw new NotFoundError(
        'apartment-not-found',
        `There is no apartment "${aptId}". If it was added just now, please try again in a moment.`,
      )
    return { aptId, landlordId }
  }
  const isKnown = (await subjects.findLandlords([landlordId])).has(landlordId)
  if (!isKnown && (await subjects.isComplete()))
    throw new NotFoundError(
      'landlord-not-found',
      `There is no landlord "${landlordId}". If they were added just now, please try again in a moment.`,
    )
  return { aptId, landlordId }
}
