/** @jest-environment node */
import { type RemoteDefinition } from '@offquad/web-kit'
import { serveThenHydrate } from '@offquad/web-kit/testing/server'

const load = () => jest.requireActual<{ remote: RemoteDefinition }>('./remote').remote

const answers = [{ path: '/api/faqs', body: [{ question: 'Who may write?', answer: 'Students.' }] }]

const TEXTS: Record<string, string> = {
  '/faq': 'Who may write?',
  '/policies': 'Photos you upload are stored without the location',
}

describe('the pages of mfe-account on the server', () => {
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
