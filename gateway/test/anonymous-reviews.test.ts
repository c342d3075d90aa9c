import { ANONYMOUS, getApartmentReviews, pathOf } from '@offquad/contracts'
import { forTests } from './for-tests'
import { startGateway } from './gateway-under-test'

const AUTHOR = 'the-author'
const REVIEWS = pathOf(getApartmentReviews, { id: 'a1', status: 'APPROVED' })
const AS_AUTHOR = { headers: { authorization: 'Bearer a token of the author' } }

describe("an apartment's reviews", () => {
  const gateway = forTests(() =>
    startGateway({
      // Like svc-reviews, includes the author only for the author.
      'svc-reviews': (app) =>
        app.get(getApartmentReviews.path, ({ headers }) => {
          requests += 1
          return [{ id: 'r1', userId: headers.authorization ? AUTHOR : ANONYMOUS }]
        }),
    }),
  )
  let requests = 0
  beforeEach(() => {
    requests = 0
    gateway.context.responseCache.invalidateAll()
  })

  const authorFor = async (sent: object = {}) =>
    (JSON.parse((await gateway.send(REVIEWS, sent)).text) as { userId: string }[])[0]?.userId

  it('are cached without their authors, even when an author is the first to request them', async () => {
    expect(await authorFor(AS_AUTHOR)).toBe(AUTHOR)

    expect(await authorFor()).toBe(ANONYMOUS)
    expect(await authorFor({ headers: { cookie: 'session=of-the-author' } })).toBe(ANONYMOUS)
    expect(requests).toBe(2)
  })

  it('include the author for the author, even though they are cached for everyone', async () => {
    expect(await authorFor()).toBe(ANONYMOUS)

    expect(await authorFor(AS_AUTHOR)).toBe(AUTHOR)
    expect(await authorFor()).toBe(ANONYMOUS)
    expect(requests).toBe(2)
  })

  it('are requested once for all visitors and separately for the author when all call concurrently', async () => {
    const authors = await Promise.all([authorFor(), authorFor(AS_AUTHOR), authorFor(), authorFor(AS_AUTHOR)])

    expect(authors).toEqual([ANONYMOUS, AUTHOR, ANONYMOUS, AUTHOR])
  })
})
