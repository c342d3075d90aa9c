import { existsSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLogFile } from './log-file'

const FULL_DISK = '/dev/full'

;(existsSync(FULL_DISK) ? it : it.skip)(
  'a log on a full disk drops lines, ends no process, and goes on when there is room',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'offquad-log-'))
    const file = path.join(folder, 'svc-sample.log')
    symlinkSync(FULL_DISK, file)
    const log = openLogFile(file)
    log.write(Buffer.from('dropped\n'))

    unlinkSync(file)
    log.write(Buffer.from('kept\n'))

    expect(readFileSync(file, 'utf8')).toBe('kept\n')
    await rm(folder, { recursive: true })
  },
)
