import { createHash, randomBytes } from 'node:crypto'
import { REMOTE_MANIFEST } from '@offquad/contracts'
import { MANIFEST, SLOT } from './published-site'
import { built, JSON_BODY, remote, shared, startTeam, type Team, TOKENS } from './team'

describe('a team', () => {
  let team: Team
  beforeEach(async () => {
    team = await startTeam()
  })
  afterEach(() => team.close())

  it.each([
    [
      'its own copy of a shared package',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('react', {}, ['react.js'])] }) },
      'it bundles its own copy of react: share it with import: false',
    ],
    [
      'a range that the shell does not satisfy',
      {
        [REMOTE_MANIFEST]: JSON.stringify({
          ...MANIFEST,
          shared: [shared('react', { requiredVersion: '^20.0.0' })],
        }),
      },
      'it needs react ^20.0.0, and the served shell 1.0.0 provides 19.3.1: deploy a shell that provides ^20.0.0 first',
    ],
    [
      'a package that the shell does not share',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('vue', {})] }) },
      'it needs vue, which the served shell 1.0.0 does not share',
    ],
    [
      'no exposed module',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, exposes: [], shared: [] }) },
      'its manifest does not expose ./remote',
    ],
    [
      'no manifest',
      { [REMOTE_MANIFEST]: 'nonsense' },
      'its mf-manifest.json is missing or not a federation manifest',
    ],
    [
      'too much JavaScript',
      { 'remote.1.js.br': randomBytes(280_000) },
      'its JavaScript is 280 KB (brotli), over the budget of 220 KB for mfe-browse',
    ],
  ])('cannot deploy a version with %s, and learns the reason', async (_what, changes, reason) => {
    const response = await team.deploy('2.1.0', {}, built(changes))

    expect(response.status).toBe(400)
    expect(response.json().errors).toEqual([{ field: 'version', message: reason }])
    expect(await team.versionFor(team.gateway)).toBe('2.0.0')
    expect((await team.gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).status).toBe(404)
  })

  it('cannot deploy a version that uses a slot which no served version provides', async () => {
    const refused = await team.deploy('2.1.0', { uses: [SLOT, 'reviews/apartment-reviews@2'] })

    expect(refused.json().errors).toEqual([
      {
        field: 'version',
        message: 'it uses reviews/apartment-reviews@2, which mfe-reviews 3.0.0 does not provide',
      },
    ])
    expect((await team.deploy('2.2.0', { uses: [SLOT] })).status).toBe(201)
  })

  it('learns about every file that is missing or has a different hash', async () => {
    const files = built()
    await team.upload('2.1.0', { ...files, 'remote.1.js': 'cut off' })
    const sent = Object.entries({ ...files, 'late.js': 'x' }).map(([path, content]) => ({
      path,
      bytes: 1,
      sha384: createHash('sha384').update(content).digest('base64'),
    }))
    const response = await team.gateway.send('/api/deploys/mfe-browse/2.1.0', {
      method: 'POST',
      body: JSON.stringify({ files: sent, remote }),
      ...team.as(TOKENS['mfe-browse'], JSON_BODY),
    })

    expect(response.status).toBe(400)
    expect(response.json().detail).toBe('remote.1.js does not match its hash; late.js was not uploaded.')
  })

  it('cannot change published files, deploy a live version, promote without a canary or roll back without a previous version', async () => {
    await team.deploy('2.1.0')

    expect((await team.upload('2.1.0', { 'remote.1.js': 'other' }))?.status).toBe(409)
    expect((await team.deploy('2.1.0')).status).toBe(409)
    expect((await team.act('promote')).status).toBe(409)
    await team.act('rollback')
    expect((await team.act('rollback')).status).toBe(409)
    expect((await team.gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).text).toBe('new')
  })

  it('cannot deploy for another team or without a token', async () => {
    expect((await team.act('rollback', 'mfe-browse', TOKENS['mfe-reviews'])).status).toBe(403)
    expect((await team.act('rollback', 'mfe-browse', 'guessed')).status).toBe(401)
    expect((await team.gateway.send('/api/deploys/mfe-browse')).status).toBe(401)
    const path = '/api/deploys/mfe-browse/9.9.9/file?path=a.js'
    const ofShell = team.as(TOKENS.shell, { 'content-type': 'application/octet-stream' })
    expect((await team.gateway.send(path, { method: 'PUT', body: 'x', ...ofShell })).status).toBe(403)
  })

  it.each(['../../secret.txt', '/etc/passwd', 'a/../../b', '.hidden', 'a/.b/c'])(
    'cannot write outside its version: %s',
    async (path) => {
      expect((await team.upload('2.1.0', { [path]: 'x' }))?.status).toBe(400)
    },
  )
})
