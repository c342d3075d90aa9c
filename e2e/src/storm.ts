import { type Review } from '@offquad/contracts'
import { type Person } from './people'
import { reviewForm } from './reviews'

interface Listing {
  buildingData: { id: string; landlordId: string }
  numReviews: number
  avgRating: number
}

/** The last acknowledged status of each review. */
export type Ledger = Map<string, string>

/** Concurrent writes of many users. */
export interface Storm {
  authors: Person[]
  admin: Person
  apartments: readonly string[]
  landlordId: string
  ledger: Ledger
}

/**
 * Writes, decides and likes a review. Writes that are not acknowledged may or may not have been applied.
 * @returns the status of each response; undefined if there was none
 */
export async function writeInStorm(
  { authors, admin, apartments, landlordId, ledger }: Storm,
  round: number,
): Promise<(number | undefined)[]> {
  const author = authors[round % authors.length]
  const reader = authors[(round + 1) % authors.length]
  const form = reviewForm({
    aptId: apartments[round % apartments.length] ?? null,
    landlordId,
    overallRating: 1 + (round % 5),
    reviewText: `Written in a storm, number ${round} of many.`,
  })
  const written = await author?.send('POST', '/api/new-review', form)
  if (written?.status !== 201) return [written?.status]
  const id = String(written.body)
  ledger.set(id, 'PENDING')
  const decision = round % 4 === 3 ? 'DECLINED' : 'APPROVED'
  // From here on the status is unknown until it is acknowledged.
  ledger.set(id, `PENDING or ${decision}`)
  const decided = await admin.send('PUT', `/api/update-review-status/${id}/${decision}`, {})
  if (decided?.status === 200) ledger.set(id, decision)
  if (decision !== 'APPROVED') return [written.status, decided?.status]
  const liked = await reader?.send('POST', '/api/add-like', { reviewId: id })
  return [written.status, decided?.status, liked?.status]
}

/** Compares the catalog's review stats with the visible reviews, both through one gateway. */
export async function disagreements(url: string, apartments: readonly string[]): Promise<string[]> {
  const read = async <T>(path: string): Promise<T> => (await fetch(url + path)).json() as Promise<T>
  const listings = await read<Listing[]>(`/api/listings/${apartments.join()}`)
  const differences = await Promise.all(
    listings.map(async ({ buildingData: { id }, numReviews, avgRating }) => {
      const visible = await Promise.all(
        ['APPROVED', 'REPORTED'].map((status) => read<Review[]>(`/api/review/aptId/${id}/${status}`)),
      )
      const ratings = visible.flat().map(({ overallRating }) => overallRating)
      const mean = ratings.reduce((sum, rating) => sum + rating, 0) / (ratings.length || 1)
      const agrees = ratings.length === numReviews && Math.abs(mean - avgRating) < 1e-9
      return agrees
        ? []
        : [`${id}: ${numReviews} reviews of ${avgRating}, counted ${ratings.length} of ${mean}`]
    }),
  )
  return differences.flat()
}

/** Reviews whose status differs from the acknowledged one. */
export async function lostWrites(reader: Person, ledger: Ledger): Promise<string[]> {
  const lost: string[] = []
  for (const [id, expected] of ledger) {
    const reply = await reader.send('GET', `/api/review-by-id/${id}`)
    const status = (reply?.body as Review | undefined)?.status ?? 'lost'
    if (!expected.includes(status)) lost.push(`${id}: acknowledged as ${expected}, found ${status}`)
  }
  return lost
}
