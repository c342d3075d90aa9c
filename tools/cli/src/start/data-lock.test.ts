import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lockData } from './data-lock'

describe('the data folder', () => {
  let parent: string
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'offquad-data-'))
  })
  afterEach(() => rm(parent, { recursive: true }))

  const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8)

  it('is open to its owner alone, also when an earlier version made it', async () => {
    const made = path.join(parent, 'a', 'data')
    const release = await lockData(made)
    expect(await modeOf(made)).toBe('700')
    await release()

    await chmod(made, 0o755)
    const releaseAgain = await lockData(made)
    expect(await modeOf(made)).toBe('700')
    await releaseAgain()
  })
})
