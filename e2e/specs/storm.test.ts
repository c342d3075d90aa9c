import { type Review } from '@offquad/contracts'
import { enterAs, type Person } from '../src/people'
import { killOnce, sharedPlatform, waitFor } from '../src/platform'

const { url } = sharedPlatform()
const APARTMENTS = Array.from({ length: 6 }, (_, index) => `demo-${index + 1}`)

interface Listing {
  buildingData: { id: string; landlordId: string }
  numReviews: number
  avgRating: number
}

const read = async <T>(path: string): Promise<T> => (await fetch(url + path)).json() as Promise<T>

/** What was acknowledged: the status each review was last said to have. */
type Ledger = Map<string, string>

/** Writes a review, has it decided and liked; whatever is not acknowledged may or may not have happened. */
async function live(
  people: { authors: Person[]; admin: Person },
  round: number,
  ledger: Ledger,
): Promise<void> {
  const author = people.authors[round % people.authors.length]
  const reader = people.authors[(round + 1) % people.authors.length]
  const aptId = APARTMENTS[round % APARTMENTS.length]
  const written = await author?.send('POST', '/api/new-review', {
    ...{ aptId, landlordId: 'demo-landlord-1', overallRating: 1 + (round % 5), bedrooms: 2, price: 3 },
    ...{ detailedRatings: { location: 4, safety: 3, maintenance: 5, conditions: 2 }, photos: [] },
    reviewText: `Written in a storm, number ${round} of many.`,
  })
  if (written?.status !== 201) return
  const id = String(written.body)
  ledger.set(id, 'PENDING')
  const decision = round % 4 === 3 ? 'DECLINED' : 'APPROVED'
  // From here on it may be either until somebody says which.
  ledger.set(id, `PENDING or ${decision}`)
  const decided = await people.admin.send('PUT', `/api/update-review-status/${id}/${decision}`, {})
  if (decided?.status === 200) ledger.set(id, decision)
  if (decision === 'APPROVED') await reader?.send('POST', '/api/add-like', { reviewId: id })
}

const isReady = async () => (await fetch(`${url}/readyz`)).status === 200

/** What the catalog says of the apartments against what their visible reviews add up to. */
async function disagreements(): Promise<string[]> {
  const listings = await read<Listing[]>(`/api/listings/${APARTMENTS.join()}`)
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

describe('a storm of writes', () => {
  it.each(['svc-reviews', 'svc-reviews worker', 'redis', 'svc-catalog'])(
    'in the middle of which %s is killed loses nothing that was acknowledged, and counts agree 5 s after',
    async (name) => {
      const authors = await Promise.all(
        ['ada', 'ben', 'cleo', 'dan'].map((first) => enterAs(`${first}.storm@cornell.edu`)),
      )
      const admin = await enterAs('admin@cornell.edu')
      const ledger: Ledger = new Map()
      let isStorming = true
      let round = 0
      const writers = Array.from({ length: 8 }, async () => {
        while (isStorming) await live({ authors, admin }, round++, ledger)
      })
      await waitFor('reviews to be written', async () => ledger.size >= 20)
      const before = ledger.size

      await killOnce(name)
      await waitFor('reviews to be written again', async () => ledger.size >= before + 20)
      isStorming = false
      await Promise.all(writers)
      await waitFor('the platform to be ready', isReady, 60_000)

      await waitFor('counts to agree', async () => (await disagreements()).length === 0, 5_000).catch(
        async () => expect(await disagreements()).toEqual([]),
      )
      for (const [id, expected] of ledger) {
        const found = await admin.send('GET', `/api/review-by-id/${id}`)
        expect(expected).toContain((found?.body as Review | undefined)?.status ?? 'lost')
      }
    },
  )
})
