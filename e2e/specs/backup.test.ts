import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accessTokenOf } from '../src/people'
import { pictureForm } from '../src/picture-form'
import { runCommand, startPlatform, stopPlatform } from '../src/platform'
import { reviewForm } from '../src/reviews'

const REVIEW = reviewForm({
  aptId: 'demo-1',
  reviewText: 'The restore test was written in these warm rooms.',
})

/** Of a server by address, as its user of that name where it has users (`npm run test:mongodb`). */
async function serverFor(user: 'backup' | 'restore'): Promise<string | undefined> {
  const { E2E_MONGODB_URI, E2E_SECRETS_DIR } = process.env
  return E2E_SECRETS_DIR
    ? readFile(path.join(E2E_SECRETS_DIR, `mongodb-uri-${user}`), 'utf8')
    : E2E_MONGODB_URI
}
const isOnServer = Boolean(process.env.E2E_MONGODB_URI || process.env.E2E_SECRETS_DIR)

describe('a backup', () => {
  let folder: string
  let dataDir: string
  let file: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-backup-'))
    dataDir = path.join(folder, 'data')
    file = path.join(folder, 'backup.tar.gz')
  })
  afterAll(() => rm(folder, { recursive: true }))
  const run = async (command: 'backup' | 'restore', ...args: string[]) =>
    runCommand([command, ...args], { DATA_DIR: dataDir, MONGODB_URI: await serverFor(command) }).result
  /** On a server the databases outlive the data folder. */
  const replacing = isOnServer ? ['--replace'] : []

  /** The site as users and administrators see it: response texts by URL. */
  async function look(url: string, token: string, photo: string): Promise<Record<string, string>> {
    const paths = [
      '/api/apts/demo-1',
      '/api/listings/demo-1,demo-2',
      '/api/review/APPROVED',
      '/api/review/PENDING',
      '/api/landlord/demo-landlord-1',
      '/api/faqs',
      '/api/auth/me',
      photo,
    ]
    const headers = { authorization: `Bearer ${token}` }
    const texts = paths.map(async (address) => {
      const response = await fetch(url + address, { headers })
      return [
        address,
        // Keys of photos that are not public change every half an hour.
        `${response.status} ${Buffer.from(await response.arrayBuffer())
          .toString('latin1')
          .replace(/\?key=[\w.-]+/g, '')}`,
      ] as const
    })
    return Object.fromEntries(await Promise.all(texts))
  }

  it('taken during writes restores everything after the data folder is destroyed', async () => {
    const first = await startPlatform(dataDir)
    const token = await accessTokenOf('admin@cornell.edu', { url: first.url, dataDir })
    const authorization = `Bearer ${token}`
    const uploaded = await fetch(`${first.url}/api/photos`, {
      method: 'POST',
      headers: { authorization },
      body: await pictureForm('file'),
    })
    const { url: photo } = (await uploaded.json()) as { url: string }
    const write = async (review: object) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const body = JSON.stringify(review)
      return (await fetch(`${first.url}/api/new-review`, { method: 'POST', headers, body })).status
    }
    expect([uploaded.status, await write({ ...REVIEW, photos: [photo] })]).toEqual([201, 201])
    const before = await look(first.url, token, photo)
    expect(Object.values(before).every((text) => text.startsWith('200 '))).toBe(true)

    const backup = await run('backup', file)
    expect([backup.code, backup.stdout]).toEqual([
      0,
      expect.stringMatching(/offquad-reviews +\d{3,} documents/),
    ])
    expect((await stat(file)).mode & 0o077).toBe(0)
    expect(await write({ ...REVIEW, reviewText: 'Written after the backup.' })).toBe(201)
    expect(await look(first.url, token, photo)).not.toEqual(before)
    await stopPlatform(first.command)
    await rm(dataDir, { recursive: true })

    const restored = await run('restore', file, ...replacing)
    expect([restored.code, restored.stdout]).toEqual([
      0,
      expect.stringContaining('Restored what was backed up on'),
    ])
    const second = await startPlatform(dataDir)
    // Tokens are signed with the same key, so users stay signed in.
    expect(await look(second.url, token, photo)).toEqual(before)
    expect(second.command.output()).not.toMatch(/demo data/)
    await stopPlatform(second.command)
    // Two starts, of which one loads the demo data: only to end a run that hangs.
  }, 300_000)

  it('overwrites data only on request, and keeps a copy of what it replaces', async () => {
    const refused = await run('restore', file)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --replace')])

    const replaced = await run('restore', file, '--replace')
    expect([replaced.code, replaced.stdout]).toEqual([
      0,
      expect.stringContaining(isOnServer ? 'Restored what was' : 'The previous data is in'),
    ])
    const names = await readdir(folder)
    expect(names.filter((name) => name.includes('.replaced-'))).toHaveLength(isOnServer ? 0 : 1)
    expect(names.filter((name) => name.includes('.partial'))).toEqual([])
    const again = await run('backup', file)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')])
  })
})
