import { type Apartment, type Landlord, type Listing, type Review } from '@offquad/contracts'
import { enterAs } from '../src/people'
import { sharedPlatform } from '../src/platform'
import { reviewForm } from '../src/reviews'

const { url } = sharedPlatform()
const ROUNDS = 15

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
    async function expectCounts(step: string, more: number): Promise<void> {
      const shown = await counts()
      const expected = before.map((count) => count + more)
      if (String(shown) !== String(expected)) wrong.push(`${step}: ${shown}, expected ${expected}`)
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await write(round)
      await admin.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})
      await expectCounts('approved', 1)
      await reader.send('POST', '/api/add-like', { reviewId: id })
      const { likes } = await read<Review>(`/api/review-by-id/${id}`)
      if (likes !== 1) wrong.push(`liked: ${likes}`)
      await author.send('PUT', `/api/update-review-status/${id}/DELETED`, {})
      await expectCounts('deleted', 0)
    }

    expect(wrong).toEqual([])
  })
})
