import { binomialTest, fisherExactTest } from './statistics'

const of = (failures: number, views: number) => ({ failures, views })

describe("Fisher's exact test", () => {
  it.each([
    // Fisher's lady tasting tea: 3 of 4 cups right is (16 + 1) / 70.
    [of(3, 4), of(1, 4), 17 / 70],
    // All 4 failures of 44 views are among these 4: 1 / C(44, 4).
    [of(4, 4), of(0, 40), 1 / 135_751],
    // 1 / C(43, 3).
    [of(3, 3), of(0, 40), 1 / 12_341],
    // (C(5,2) C(5,1) + C(5,3)) / C(10,3) = (50 + 10) / 120.
    [of(2, 5), of(1, 5), 0.5],
    [of(0, 7), of(3, 20), 1],
  ])("returns Fisher's exact probability of %j against %j", (candidate, baseline, probability) => {
    expect(fisherExactTest(candidate, baseline)).toBeCloseTo(probability, 10)
  })

  it('never exceeds 1, whatever is rounded', () => {
    for (let views = 1; views < 200; views += 1)
      expect(fisherExactTest(of(0, views), of(views, 2 * views))).toBeLessThanOrEqual(1)
  })

  it('is accurate for as many views as a large site has', () => {
    expect(fisherExactTest(of(1_000, 100_000), of(1_000, 100_000))).toBeCloseTo(0.509, 3)
    expect(fisherExactTest(of(1_200, 100_000), of(1_000, 100_000))).toBeLessThan(1e-4)
  })
})

describe('the exact binomial test', () => {
  it.each([
    [of(3, 3), 0.05, 0.000_125],
    // (C(4,2) + C(4,3) + C(4,4)) / 16.
    [of(2, 4), 0.5, 11 / 16],
    // 1 - 0.95^10.
    [of(1, 10), 0.05, 0.401_263_061],
    [of(0, 10), 0.05, 1],
  ])('returns the binomial probability of %j at a rate of %f', (proportion, rate, probability) => {
    expect(binomialTest(proportion, rate)).toBeCloseTo(probability, 8)
  })

  it('never exceeds 1, whatever is rounded', () => {
    for (let views = 1; views < 200; views += 1)
      expect(binomialTest(of(0, views), 0.05)).toBeLessThanOrEqual(1)
  })
})
