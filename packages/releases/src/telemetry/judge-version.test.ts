import { describeRegression, findRegression, type VersionViews, weigh } from './judge-version'
import { type Proportion } from './statistics'

const of = (failures: number, views: number): Proportion => ({ failures, views })
const NONE = of(0, 0)

/** Views by route, all from one network. */
const views = (byRoute: Record<string, Proportion>): VersionViews =>
  new Map(Object.entries(byRoute).map(([route, proportion]) => [route, new Map([['n1', proportion]])]))

const judge = (candidate: Proportion, baseline: Proportion) =>
  findRegression(views({ '/': candidate }), views({ '/': baseline }), 1)

describe('findRegression', () => {
  it.each([
    ['with one failing view, however many views of the live version succeed', of(1, 1), of(0, 100_000)],
    ['with two failing views', of(2, 2), of(0, 100_000)],
    [
      'with two failing views of ten, however many views of the live version succeed',
      of(2, 10),
      of(0, 100_000),
    ],
    ['that fails on each of its 3 views, like 3 of 10 views of the live version', of(3, 3), of(3, 10)],
    ['that fails on each of its 3 views, unlike 20 views of the live version', of(3, 3), of(0, 20)],
    ['that fails no more often than the live version', of(10, 100), of(81, 900)],
    ['that fails twice as often as the live version', of(20, 100), of(90, 900)],
    ['that fails on 5 % of its views', of(50, 1_000), of(0, 9_000)],
    ['that fails as often as a live version with few views', of(6, 20), of(3, 10)],
    ['without views', NONE, of(0, 40)],
  ])('finds none in a version %s', (_what, candidate, baseline) => {
    expect(judge(candidate, baseline)).toBeUndefined()
  })

  it.each([
    ['that failed on each of its 4 views', of(4, 4), of(0, 40)],
    ['that failed on each of its 3 views', of(3, 3), of(0, 40)],
    ['that fails on 20 % of its views', of(8, 40), of(3, 300)],
    ['that fails two and a half times as often', of(25, 100), of(90, 900)],
    ['that fails on each of its 3 views, unlike 19 views of the live version', of(3, 3), of(0, 19)],
    ['that fails while the live version has no views yet', of(4, 4), NONE],
    ['that fails while the live version has few views', of(4, 4), of(0, 2)],
  ])('finds one in a version %s', (_what, candidate, baseline) => {
    expect(judge(candidate, baseline)).toBeDefined()
  })

  it('judges each route separately, so that one that always throws is not masked by the others', () => {
    const live = views({ '/': of(4, 400), '/faq': of(0, 40) })

    const regression = findRegression(views({ '/': of(4, 400), '/faq': of(4, 4) }), live, 1)

    expect(regression?.route).toBe('/faq')
    expect(regression && describeRegression(regression, '2.0.0')).toBe(
      '100.0 % of 4 views of /faq failed, 0.0 % of 40 with 2.0.0',
    )
  })

  it('reports the route whose failures are least likely by chance', () => {
    const live = views({ '/a': of(0, 400), '/b': of(0, 400), '/c': of(0, 400) })

    for (const worst of ['/a', '/b', '/c']) {
      const failing = { '/a': of(4, 40), '/b': of(4, 40), '/c': of(4, 40), [worst]: of(30, 40) }
      expect(findRegression(views({ ...failing, '/d': of(0, 9_000) }), live, 1)?.route).toBe(worst)
    }
  })

  it('judges all routes together, so that a few failures on each of them add up', () => {
    const routes = Array.from({ length: 6 }, (_, index) => `/${index}`)
    const each = (proportion: Proportion) =>
      views(Object.fromEntries(routes.map((route) => [route, proportion])))

    const regression = findRegression(each(of(2, 10)), each(of(0, 100)), 1)

    expect(regression).toEqual({ candidate: of(12, 60), baseline: of(0, 600) })
    expect(regression && describeRegression(regression, '2.0.0')).toBe(
      '20.0 % of 60 views failed, 0.0 % of 600 with 2.0.0',
    )
  })

  it('requires more evidence the more routes it compares', () => {
    const routes = (count: number, proportion: Proportion) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`/fine/${index}`, proportion]))
    // 3 of 3 against 0 of 40 has a probability of 1 / 12,341.
    const judgeAmong = (count: number) =>
      findRegression(
        views({ ...routes(count, of(0, 100)), '/faq': of(3, 3) }),
        views({ ...routes(count, of(0, 100)), '/faq': of(0, 40) }),
        1,
      )

    expect(judgeAmong(10)?.route).toBe('/faq')
    expect(judgeAmong(11)).toBeUndefined()
  })

  it('finds none in the failures of a few among many networks', () => {
    const byNetwork = (failing: number): VersionViews => {
      const all = Array.from(
        { length: 100 },
        (_, index) => [`n${index}`, index < failing ? of(40, 40) : of(0, 4)] as const,
      )
      return new Map([['/', new Map(all)]])
    }

    expect(findRegression(byNetwork(4), byNetwork(0), 4)).toBeUndefined()
    expect(findRegression(byNetwork(5), byNetwork(0), 4)).toBeDefined()
  })

  it('requires no more evidence because of routes with too few views to be judged', () => {
    const unvisited = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`/rare/${index}`, of(0, 2)]),
    )

    const regression = findRegression(
      views({ ...unvisited, '/faq': of(3, 3) }),
      views({ ...unvisited, '/faq': of(0, 40) }),
      1,
    )

    expect(regression?.route).toBe('/faq')
  })
})

describe('weigh', () => {
  const networks = (...proportions: Proportion[]) =>
    new Map(proportions.map((proportion, index) => [`n${index}`, proportion]))

  it('counts everything when one network is enough', () => {
    expect(weigh(networks(of(100, 100), of(1, 50)), 1)).toEqual(of(101, 150))
  })

  it('counts no failures until enough networks report one', () => {
    expect(weigh(networks(of(500, 500), of(9, 9), of(0, 10)), 3)).toEqual(of(0, 10))
    expect(weigh(networks(of(500, 500), of(9, 9)), 3)).toEqual(NONE)
    expect(weigh(networks(of(500, 500), of(9, 9), of(2, 10)), 3)).toEqual(of(6, 14))
  })

  it('counts up to the network with the second most, where two are required, in whatever order they are', () => {
    expect(weigh(networks(of(9, 9), of(500, 500), of(2, 10)), 2)).toEqual(of(20, 28))
    expect(weigh(networks(of(0, 30), of(0, 1_000)), 2)).toEqual(of(0, 60))
    expect(weigh(networks(of(30, 60), of(0, 100)), 2)).toEqual(of(0, 60))
  })

  it('does not let one network outweigh the failures of the others', () => {
    expect(weigh(networks(of(0, 10_000), of(2, 2), of(2, 2), of(2, 2)), 3)).toEqual(of(6, 26))
  })
})
