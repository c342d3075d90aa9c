/** @jest-environment node */
import { type RemoteDefinition } from '@offquad/web-kit'
import { buildApartment, buildLandlord, buildListing } from '@offquad/web-kit/testing/build'
import { serveThenHydrate } from '@offquad/web-kit/testing/server'

const load = () => jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote

const cards = { buildingData: [buildListing({ name: 'Gull House' })], isEnded: true }

const answers = [
  ...['distanceToCampus', 'numReviews', 'weightedRating'].map((order) => ({
    path: `/api/page-data/home/8/${order}`,
    body: cards,
  })),
  { path: '/api/apts/7', body: [buildApartment()] },
  { path: '/api/travel-times-by-id/7', body: {} },
  { path: '/api/listings/7', body: [buildListing()] },
  { path: '/api/landlord/3', body: buildLandlord() },
  { path: '/api/buildings/all/3', body: [buildListing()] },
  { path: '/api/location/west', body: [buildListing({ name: 'Gull House' })] },
]

const TEXTS: Record<string, string> = {
  '/': 'Gull House',
  '/search': 'What are you looking for?',
  '/apartment/7': '1 Gull Lane',
  '/landlord/3': 'Gull Homes',
  '/location/west': 'Gull House',
}

describe('the pages of mfe-browse on the server', () => {
  it('are rendered without a window, and hydrated without a difference or a call for what is in the page', async () => {
    const pages = await serveThenHydrate({ load, urls: Object.keys(TEXTS), answers })

    for (const { url, html, text, errors, calls } of pages) {
      expect({ url, errors }).toEqual({ url, errors: [] })
      expect(html).toContain(TEXTS[url])
      expect(text).toContain(TEXTS[url])
      expect(calls.filter((call) => answers.some(({ path }) => path === call))).toEqual([])
    }
    expect(pages).toHaveLength(Object.keys(TEXTS).length)
  })
})
