import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { takeLock } from './lock-file'

describe('a lock', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-lock-'))
    file = path.join(folder, 'lock')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is held by one process, until that ends', async () => {
    const holder = spawn('sleep', ['600'])
    await writeFile(file, String(holder.pid))
    expect(await takeLock(file)).toBe(holder.pid)

    holder.kill()
    await once(holder, 'exit')
    expect(await takeLock(file)).toBeUndefined()
    expect(await readFile(file, 'utf8')).toBe(String(process.pid))
  })

  it('is taken over where a full disk left it empty', async () => {
    await writeFile(file, '')

    expect(await takeLock(file)).toBeUndefined()
  })
})
