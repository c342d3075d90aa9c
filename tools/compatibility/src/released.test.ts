import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { released } from './released'

describe('what was released', () => {
  let file: string
  const record = (current: object) => {
    process.env.RECORD_RELEASE = 'yes'
    try {
      return released(file, current)
    } finally {
      delete process.env.RECORD_RELEASE
    }
  }
  beforeEach(() => {
    file = path.join(mkdtempSync(path.join(tmpdir(), 'offquad-released-')), 'calls.json')
  })
  afterEach(() => rmSync(path.dirname(file), { recursive: true }))

  it('stays as it was recorded', () => {
    expect(() => released(file, { calls: 1 })).toThrow('npm run release')
    expect(record({ calls: 1 })).toEqual({ calls: 1 })

    expect(released(file, { calls: 2 })).toEqual({ calls: 1 })
  })

  it('is compared with what a release records instead', () => {
    record({ calls: 1 })

    expect(record({ calls: 2 })).toEqual({ calls: 1 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ calls: 2 })
  })
})
