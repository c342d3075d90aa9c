import { type PageMatch } from './page-router'
import { createPageRenderer } from './render-page'

type Options = Parameters<typeof createPageRenderer>[0]

/** A page that cannot be put together. */
const BROKEN = {
  serverParts: { set: { id: 'live', kind: 'live', generation: 1 }, page: '/', template: '/', remotes: [] },
  status: 200,
  headers: {},
  opening: '',
  dataWith: () => '',
  beforeWith(): string {
    throw new Error('broken')
  },
}

describe('a page with content', () => {
  it.each([
    ['at once', false],
    ['after waiting for the renderer', true],
  ])('fails, instead of never being answered, where it cannot be put together %s', async (_when, isWarm) => {
    const contentRenderer = {
      isWarm: () => isWarm,
      accepted: (job: object) => job,
      findReads: () => new Promise(() => undefined),
    }
    const { render } = createPageRenderer({
      headers: {},
      contentRenderer,
      rateLimits: { take: async () => undefined },
    } as unknown as Options)
    const match = { page: BROKEN, template: '/', params: {}, url: '/' } as unknown as PageMatch

    const response = await render(match, {} as never, () => '')

    await expect('whole' in response && response.whole).rejects.toThrow('broken')
  })
})
