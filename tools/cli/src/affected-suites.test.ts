import { affectedSuites } from './affected-suites'

describe('the suites that a change affects', () => {
  it('are those of all slices that import it, and those in a browser by themselves', async () => {
    const { suites, inABrowser } = await affectedSuites(['--reaches', '^packages/contracts/src/reviews/'])

    const folders = new Set(suites.map((suite) => suite.split('/')[0]))
    expect([...folders]).toEqual(
      expect.arrayContaining(['mfe-browse', 'mfe-reviews', 'svc-reviews', 'packages']),
    )
    expect(suites.filter((suite) => suite.startsWith('e2e/'))).toEqual([])
    expect(inABrowser).toContain('e2e/specs/access.test.ts')
  })

  it('of a change in one slice are not those of the others', async () => {
    const { suites, inABrowser } = await affectedSuites(['--reaches', '^mfe-reviews/src/'])

    expect(suites.length).toBeGreaterThan(0)
    expect(suites.filter((suite) => !suite.startsWith('mfe-reviews/'))).toEqual([])
    expect(inABrowser).toContain('e2e/specs/browse.test.ts')
  })
})
