import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyMutants, listMutants } from './mutants.cjs'
import { checkFaults, failedTestIn } from './mutations.mjs'

describe('a table of faults', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mutations-'))
    await writeFile(path.join(folder, 'sum.ts'), 'const sum = a + b\nconst twice = sum + sum\n')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const fault = { name: 'subtracts', file: 'sum.ts', find: 'a + b', replace: 'a - b', suites: ['sum'] }

  it('is valid when each text occurs once', () => {
    expect(checkFaults(folder, [fault])).toEqual([])
  })

  it('is invalid when a text is missing or repeated, or the file is missing', () => {
    const problems = checkFaults(folder, [
      { ...fault, name: 'missing', find: 'a * b' },
      { ...fault, name: 'twice', find: 'sum' },
      { ...fault, name: 'no file', file: 'product.ts' },
    ])

    expect(problems).toEqual([
      expect.stringContaining('"missing": its text occurs 0 times in sum.ts'),
      expect.stringContaining('"twice": its text occurs 3 times'),
      expect.stringContaining('"no file": its text occurs 0 times in product.ts'),
    ])
  })

  it('is invalid when a name is repeated, or a fault has no suite or no change', () => {
    expect(checkFaults(folder, [fault, { ...fault, suites: [] }])).toHaveLength(2)
    expect(checkFaults(folder, [{ ...fault, replace: 'a + b' }])).toEqual(['"subtracts" changes nothing'])
  })
})

describe('the mutants of a module', () => {
  const source = "import a from './a'\nexport const isOld = (age: number) => a(age) && age > 40\n"

  it('are one for each small fault in its values, described with their place', () => {
    expect(listMutants(source).map(({ line, label }) => [line, label])).toEqual([
      [2, 'a(age) && age > 40 -> ||'],
      [2, 'age > 40 -> >='],
      [2, 'age > 40: 40 -> (40 + 1)'],
    ])
  })

  it('differ from it by one fault each', () => {
    const [, boundary] = applyMutants(source)

    expect(boundary).toBe(source.replace('age > 40', 'age >= 40'))
    expect(new Set(applyMutants(source)).size).toBe(3)
  })
})

describe('the report of a run that bailed out', () => {
  it('names the test that failed', () => {
    const report =
      'PASS src/store.test.ts\nFAIL test/limits.test.ts\n  ● limits › reject what is too large\n\n    …'

    expect(failedTestIn(report)).toBe('limits › reject what is too large')
  })

  it('names none when a suite failed to run', () => {
    expect(failedTestIn('FAIL test/limits.test.ts\n  ● Test suite failed to run\n\n    …')).toBeUndefined()
  })
})
