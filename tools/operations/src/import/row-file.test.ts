import { tmpdir } from 'node:os'
import path from 'node:path'
import { IMPORT_COLUMNS } from '@offquad/contracts'
import { openRowFile } from './row-file'

describe('a file to import', () => {
  it('that does not exist, or is a folder, is said to be that', async () => {
    await expect(openRowFile(path.join(tmpdir(), 'nothing.json'), IMPORT_COLUMNS.faqs)).rejects.toThrow(
      /nothing.json does not exist/,
    )
    await expect(openRowFile(tmpdir(), IMPORT_COLUMNS.faqs)).rejects.toThrow(/is not a file/)
  })
})
