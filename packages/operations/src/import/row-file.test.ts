import { tmpdir } from 'node:os'
import path from 'node:path'
import { openRowFile } from './row-file'

describe('a file to import', () => {
  it('that does not exist, or is a folder, is said to be that', async () => {
    await expect(openRowFile(path.join(tmpdir(), 'nothing.json'))).rejects.toThrow(
      /nothing.json does not exist/,
    )
    await expect(openRowFile(tmpdir())).rejects.toThrow(/is not a file/)
  })
})
