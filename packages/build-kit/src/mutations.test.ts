import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkFaults } from './mutations.mjs'

describe('a table of faults', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mutations-'))
    await writeFile(path.join(folder, 'sum.ts'), 'const sum = a + b\nconst twice = sum + sum\n')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const fault = { name: 'subtracts', file: 'sum.ts', find: 'a + b', replace: 'a - b', suites: ['sum'] }

  it('fits code that has each text once', () => {
    expect(checkFaults(folder, [fault])).toEqual([])
  })

  it('does not fit when a text is gone, is there twice, or the file is gone', () => {
    const problems = checkFaults(folder, [
      { ...fault, name: 'gone', find: 'a * b' },
      { ...fault, name: 'twice', find: 'sum' },
      { ...fault, name: 'no file', file: 'product.ts' },
    ])

    expect(problems).toEqual([
      expect.stringContaining('"gone": its text occurs 0 times in sum.ts'),
      expect.stringContaining('"twice": its text occurs 3 times'),
      expect.stringContaining('"no file": its text occurs 0 times in product.ts'),
    ])
  })

  it('names each fault once, with a suite and a change', () => {
    expect(checkFaults(folder, [fault, { ...fault, suites: [] }])).toHaveLength(2)
    expect(checkFaults(folder, [{ ...fault, replace: 'a + b' }])).toEqual(['"subtracts" changes nothing'])
  })
})
