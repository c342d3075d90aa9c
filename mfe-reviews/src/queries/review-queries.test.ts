import {
  type Endpoint,
  getFrequentQuestions,
  getListings,
  getLocation,
  getReviews,
  getSavedApartments,
} from '@offquad/contracts'
import { createQueryClient } from '@offquad/web-kit'
import { refreshReviews } from './review-queries'

/** Whether a cached reply of this endpoint is stale after the refresh. */
async function isStaleAfterRefresh({ path }: Endpoint): Promise<boolean | undefined> {
  const client = createQueryClient()
  const queryKey = [path, {}, {}]
  client.setQueryData(queryKey, {})
  await refreshReviews(client)
  return client.getQueryState(queryKey)?.isInvalidated
}

describe('refreshing reviews', () => {
  it.each([
    ['reviews', getReviews],
    ['listings', getListings],
    ['the listings of an area', getLocation],
    ['saved apartments', getSavedApartments],
  ])('makes cached %s stale', async (_, endpoint) => {
    expect(await isStaleAfterRefresh(endpoint)).toBe(true)
  })

  it('leaves the cached replies that no review changes', async () => {
    expect(await isStaleAfterRefresh(getFrequentQuestions)).toBe(false)
  })
})
