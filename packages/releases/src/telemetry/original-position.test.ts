import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createOriginalPositions } from './original-position'

describe('the original position of an error', () => {
  let folder: string
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'positions-'))))
  afterEach(() => rm(folder, { recursive: true }))

  it('is unknown in code that a bundler added, which has no source', async () => {
    const version = path.join(folder, 'mfe-a/1.0.0')
    await mkdir(version, { recursive: true })
    const map = { version: 3, sources: ['webpack://mfe-a/./a.ts'], names: [], mappings: 'A,IAAA' }
    await writeFile(path.join(version, 'main.js.map'), JSON.stringify(map))
    const originalPosition = createOriginalPositions(folder)

    expect(await originalPosition('/mf/mfe-a/1.0.0/main.js:1:1')).toBeUndefined()
    expect(await originalPosition('/mf/mfe-a/1.0.0/main.js:1:5')).toBe('a.ts:1:1')
  })
})
