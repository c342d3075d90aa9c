/** @jest-environment node */
import { type RemoteDefinition } from '@offquad/web-kit'
import { buildListing } from '@offquad/web-kit/testing/build'
import { serveThenHydrate } from '@offquad/web-kit/testing/server'

const load = () => jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote

const answers = [{ path: '/api/page-data/reviews/12', body: [buildListing({ name: 'Gull House' })] }]

const TEXTS: Record<string, string> = {
  '/reviews': 'Gull House',
}

describe('the pages of mfe-reviews on the server', () => {
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
