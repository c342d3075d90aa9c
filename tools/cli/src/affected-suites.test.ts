import { affectedSuites } from './affected-suites'

it('a change affects the suites of all slices that import it and of no others, and those in a browser by themselves', async () => {
  const { suites, inABrowser } = await affectedSuites(['--reaches', '^packages/search-terms/src/'])

  const folders = new Set(suites.map((suite) => suite.split('/')[0]))
  expect([...folders]).toEqual(expect.arrayContaining(['mfe-browse', 'svc-catalog', 'packages']))
  expect([...folders].filter((folder) => /^(e2e|svc-users|mfe-account)$/.test(folder ?? ''))).toEqual([])
  expect(inABrowser).toContain('e2e/specs/browse.test.ts')
})
