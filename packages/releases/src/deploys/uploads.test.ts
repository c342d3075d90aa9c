import fs from 'node:fs'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createUploads } from './uploads'

const DAY_MS = 86_400_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'offquad-uploads-'))
})
afterEach(() => rm(folder, { recursive: true }))

const version = (name: string) => ({ app: 'mfe-browse', version: name })
const open = (quota: { files: number; bytes: number }) => {
  const uploads = createUploads(folder, 100, quota)
  return {
    ...uploads,
    send: (name: string, file: string, content = 'x') =>
      uploads.receive(version(name), file, Readable.from([Buffer.from(content)])),
  }
}

describe('the uploads of a slice', () => {
  it('end when all its versions together have too many files, until they are pruned', async () => {
    const uploads = open({ files: 2, bytes: 1000 })
    await uploads.publish(version('1.0.0'), [await uploads.send('1.0.0', 'a.js')])
    await uploads.send('1.1.0', 'a.js')

    await expect(uploads.send('1.1.0', 'b.js')).rejects.toThrow(
      'The versions of mfe-browse take 2 files and 2 bytes; the limits are 2 and 1000. Remove what nothing leads to: npm run prune -w mfe-browse',
    )
    await utimes(path.join(folder, 'mfe-browse/1.0.0'), 0, 0)
    expect(await uploads.prune('mfe-browse', new Date(Date.now() - DAY_MS), new Set())).toEqual(['1.0.0'])
    expect(await uploads.send('1.1.0', 'b.js')).toMatchObject({ path: 'b.js', bytes: 1 })
  })

  it('are added to a published version only where it has lost them', async () => {
    const uploads = open({ files: 10, bytes: 1000 })
    const file = await uploads.send('1.0.0', 'a.js')
    await uploads.publish(version('1.0.0'), [file])
    const late = await uploads.send('1.0.0', 'b.js')

    expect(await uploads.restore(version('1.0.0'), [file, late])).toBe(false)
    await expect(uploads.check(version('1.0.0'), [file, late])).rejects.toThrow('b.js was not uploaded')

    await rm(path.join(folder, 'mfe-browse/1.0.0/a.js'))
    await uploads.send('1.0.0', 'a.js')
    expect(await uploads.restore(version('1.0.0'), [file])).toBe(true)
    expect(await uploads.check(version('1.0.0'), [file])).toEqual([{ path: 'a.js', bytes: 1 }])
  })

  it('that arrive while a version is being checked are not published with it', async () => {
    const uploads = open({ files: 10, bytes: 1000 })
    const file = await uploads.send('1.0.0', 'a.js')
    await uploads.check(version('1.0.0'), [file])
    await uploads.send('1.0.0', 'unlisted.js')
    await uploads.publish(version('1.0.0'), [file])

    expect(await readdir(path.join(folder, 'mfe-browse/1.0.0'))).toEqual(['.files.json', 'a.js'])

    await uploads.check(version('1.1.0'), [await uploads.send('1.1.0', 'a.js')])
    await uploads.send('1.1.0', 'a.js', 'other')
    await expect(uploads.publish(version('1.1.0'), [file])).rejects.toThrow('a.js does not match its hash')
    expect(await readdir(path.join(folder, 'mfe-browse'))).toEqual(['1.0.0'])
  })

  it('are published once by requests at the same moment', async () => {
    const uploads = open({ files: 10, bytes: 1000 })
    const file = await uploads.send('1.0.0', 'a.js')

    const results = await Promise.allSettled([1, 2, 3].map(() => uploads.publish(version('1.0.0'), [file])))

    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'deploy-under-way' })
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    await uploads.publish(version('1.0.0'), [file])
    expect(await readdir(path.join(folder, 'mfe-browse/1.0.0'))).toEqual(['.files.json', 'a.js'])
  })

  it('end when all its versions together are too large', async () => {
    const uploads = open({ files: 10, bytes: 100 })
    await uploads.send('1.0.0', 'a.js', 'x'.repeat(100))

    await expect(uploads.send('1.1.0', 'a.js')).rejects.toThrow('take 1 files and 100 bytes')
  })

  it('leave nothing of a file that is too large, although the disk is slow to open one', async () => {
    const openNow = promisify(fs.open) as (...args: unknown[]) => Promise<number>
    const opened: Promise<void>[] = []
    const openSlowly = (...args: unknown[]) => {
      const done = args.pop() as (error: null, fd: number) => void
      opened.push(delay(100).then(async () => done(null, await openNow(...args))))
    }
    jest.spyOn(fs, 'open').mockImplementation(openSlowly as typeof fs.open)
    const uploads = open({ files: 10, bytes: 1000 })
    await expect(uploads.send('1.0.0', 'a.js', 'x'.repeat(101))).rejects.toThrow('larger than the limit')

    await Promise.all(opened)
    expect(await readdir(path.join(folder, '.uploads/mfe-browse/1.0.0'))).toEqual([])
  })
})
