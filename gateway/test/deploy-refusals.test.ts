import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { REMOTE_MANIFEST } from '@offquad/contracts'
import { forTests } from './for-tests'
import { built, JSON_BODY, listed, READING_TOKEN, remote, scoped, startTeam, TOKENS } from './team'

const HEAVY = randomBytes(280_000)

describe('a team', () => {
  const team = forTests(startTeam)

  let number = 0
  /** A version of which nothing was uploaded yet. */
  const next = () => `3.${(number += 1)}.0`

  it.each([
    [
      'styles for the whole site',
      { 'page.css': `${scoped('mfe-browse')}p{color:red}` },
      'its page.css would style more than what it renders: p{color:red}',
    ],
    [
      'styles in the scope of another app',
      { 'page.css': scoped('mfe-reviews') },
      'its page.css would style more than what it renders: @layer remotes.mfe-reviews{@scope ([data-app="mfe-reviews"])',
    ],
    [
      'a font for the whole site',
      { 'page.css': scoped('mfe-browse', '@font-face{font-family:x}') },
      'its page.css would style more than what it renders: @font-face{font-family:x}',
    ],
  ])('cannot deploy a version with %s, and learns the reason', async (_what, changes, reason) => {
    const version = next()
    const response = await team.deploy(version, {}, built(changes))

    expect(response.status).toBe(400)
    expect(response.json().errors).toEqual([{ field: 'version', message: reason }])
    expect(await team.versionFor(team.gateway)).toBe('2.0.0')
    expect((await team.gateway.send(`/mf/mfe-browse/${version}/remote.1.js`)).status).toBe(404)
  })

  it('cannot deploy more JavaScript by declaring smaller files', async () => {
    const files = built({ 'remote.1.js': HEAVY, 'remote.1.js.br': brotliCompressSync(HEAVY) })
    const sent = listed(files).map((file) => ({ ...file, bytes: 1 }))
    const response = await team.deploy(next(), { files: sent }, files)

    expect(response.json().errors).toEqual([
      {
        field: 'version',
        message: 'its JavaScript is 280 KB (brotli), over the budget of 100 KB for mfe-browse',
      },
    ])
  })

  it.each<[string, Record<string, string | Buffer>, string]>([
    [
      'a compressed form of something else',
      { 'remote.1.js.br': brotliCompressSync('other') },
      'remote.1.js.br is not the compressed form of remote.1.js.',
    ],
    [
      'a compressed form of more than the file',
      { 'remote.1.js.gz': gzipSync(Buffer.alloc(50_000_000)) },
      'remote.1.js.gz is not the compressed form of remote.1.js.',
    ],
    [
      'a compressed form of no file',
      { 'page.2.js.br': brotliCompressSync('x') },
      'page.2.js.br was uploaded without page.2.js.',
    ],
    [
      'a script that is not compressed',
      { 'page.2.js': HEAVY },
      'page.2.js was uploaded without its compressed form page.2.js.br.',
    ],
    [
      'a manifest that makes pages large',
      { [REMOTE_MANIFEST]: `${String(built()[REMOTE_MANIFEST])}${' '.repeat(200_000)}` },
      'mf-manifest.json has 200417 bytes, over the limit of 200000.',
    ],
  ])('cannot deploy a version with %s', async (_what, changes, detail) => {
    const response = await team.deploy(next(), {}, built(changes))

    expect([response.status, response.json().detail]).toEqual([400, detail])
  })

  it('uploads the same file twice at once', async () => {
    const version = next()
    const path = `/api/deploys/mfe-browse/${version}/file?path=a.js`
    const headers = { 'content-type': 'application/octet-stream' }
    const replies = await Promise.all(
      [team.gateway, team.other, team.gateway, team.other].map((gateway) =>
        gateway.send(path, {
          method: 'PUT',
          body: 'x'.repeat(100_000),
          ...team.as(TOKENS['mfe-browse'], headers),
        }),
      ),
    )

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await team.deploy(version, { preview: true })).status).toBe(400)
    expect((await team.deploy(version, { preview: true }, built({ 'a.js': 'x' }))).status).toBe(201)
  })

  it('learns that the file system refuses a name', async () => {
    const version = next()
    await team.upload(version, { 'a.js': 'x', 'folder/b.js': 'x' })
    const names = ['x'.repeat(280), 'a.js/c.js', 'folder', 'folder/', 'a.js/']
    const replies = await Promise.all(names.map((name) => team.upload(version, { [name]: 'x' })))

    expect(replies.map((reply) => reply?.status)).toEqual([400, 400, 400, 400, 400])
  })

  it('learns about every file that is missing or has a different hash', async () => {
    const version = next()
    const files = built()
    await team.upload(version, { ...files, 'remote.1.js': 'cut off' })
    const sent = listed({ ...files, 'late.js': 'x' }).map((file) => ({ ...file, bytes: 1 }))
    const response = await team.act(version, { body: { files: sent, remote } })

    expect(response.status).toBe(400)
    expect(response.json().detail).toBe('remote.1.js does not match its hash; late.js was not uploaded.')
  })

  it('cannot change published files, deploy a live version, promote without a canary or roll back without a previous version', async () => {
    const version = next()
    await team.deploy(version)

    expect((await team.upload(version, { 'remote.1.js': 'other' }))?.status).toBe(409)
    expect((await team.deploy(version)).status).toBe(409)
    expect((await team.act('promote')).status).toBe(409)
    await team.act('rollback')
    expect((await team.act('rollback')).status).toBe(409)
    expect((await team.gateway.send(`/mf/mfe-browse/${version}/remote.1.js`)).text).toBe('new')
  })

  it('can be read by a token that changes nothing', async () => {
    const reading = team.as(READING_TOKEN, JSON_BODY)
    for (const address of ['', '/errors', '/2.0.0/file?path=remote.1.js'])
      expect([
        address,
        (await team.gateway.send(`/api/deploys/mfe-browse${address}`, reading)).status,
      ]).toEqual([address, 200])
    for (const action of ['rollback', 'promote', 'prune', 'retire'])
      expect([action, (await team.act(action, { token: READING_TOKEN })).status]).toEqual([action, 403])
  })

  it.each(['../../secret.txt', '/etc/passwd', 'a/../../b', '.hidden', 'a/.b/c'])(
    'cannot write outside its version: %s',
    async (path) => {
      expect((await team.upload(next(), { [path]: 'x' }))?.status).toBe(400)
    },
  )
})
