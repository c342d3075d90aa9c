import { type Apartment, type Landlord, type Listing, type Review } from '@offquad/contracts'
import { enterAs } from '../src/people'
import { sharedPlatform, waitFor } from '../src/platform'
import { reviewForm } from '../src/reviews'

const { url } = sharedPlatform()
const ROUNDS = 15
/** How long a decision waits for its counts to be published, and a read for those of the decision before (ADR 007). */
const SENDING_MS = 1_000
const READING_MS = 1_000

const read = async <T>(path: string): Promise<T> => (await fetch(url + path)).json() as Promise<T>

describe('a read right after a write', () => {
  it('shows decisions in every count and likes in every list', async () => {
    const [author, reader, admin] = [
      await enterAs('ada.reads@cornell.edu'),
      await enterAs('ben.reads@cornell.edu'),
      await enterAs('admin@cornell.edu'),
    ]
    const [apartment] = await read<Apartment[]>('/api/apts/demo-1')
    if (!apartment?.landlordId) throw new Error('the demo data has no apartment demo-1 of a landlord')
    const { id: aptId, area, landlordId } = apartment
    const counts = async () => {
      const [inArea, [listing], landlord, ofApartment] = await Promise.all([
        read<{ count: number }>(`/api/review/${area}/count`),
        read<Listing[]>(`/api/listings/${aptId}`),
        read<Landlord>(`/api/landlord/${landlordId}`),
        read<Review[]>(`/api/review/aptId/${aptId}/APPROVED`),
      ])
      return [inArea.count, listing?.numReviews ?? 0, landlord.numReviews, ofApartment.length]
    }
    const write = async (round: number) => {
      const reviewText = `Read as soon as it is written, number ${round}.`
      const form = reviewForm({ aptId, landlordId, reviewText })
      const written = await author.send('POST', '/api/new-review', form)
      return String(written?.body)
    }
    const before = await counts()
    const wrong: string[] = []
    let late = 0
    async function expectCounts(decide: () => Promise<unknown>, more: number): Promise<void> {
      const expected = String(before.map((count) => count + more))
      const decidedAt = Date.now()
      await decide()
      const readAt = Date.now()
      const shown = String(await counts())
      if (shown === expected) return
      // On a busy machine a time limit may have run out; the counts then follow.
      if (readAt - decidedAt < SENDING_MS && Date.now() - readAt < READING_MS)
        return void wrong.push(`${more} more: ${shown}, expected ${expected}`)
      late += 1
      await waitFor(`the counts ${expected}`, async () => String(await counts()) === expected)
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await write(round)
      await expectCounts(() => admin.send('PUT', `/api/update-review-status/${id}/APPROVED`, {}), 1)
      await reader.send('POST', '/api/add-like', { reviewId: id })
      const { likes } = await read<Review>(`/api/review-by-id/${id}`)
      if (likes !== 1) wrong.push(`liked: ${likes}`)
      await expectCounts(() => author.send('PUT', `/api/update-review-status/${id}/DELETED`, {}), 0)
    }

    expect(wrong).toEqual([])
    expect(late).toBeLessThan(ROUNDS)
  })
})
