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
      'a copy of what is shared',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('react', {}, ['react.js'])] }) },
      'it brings a copy of react of its own: share it with import: false',
    ],
    [
      'a range the shell does not fit',
      {
        [REMOTE_MANIFEST]: JSON.stringify({
          ...MANIFEST,
          shared: [shared('react', { requiredVersion: '^20.0.0' })],
        }),
      },
      'it needs react ^20.0.0, and the served shell 1.0.0 brings 19.3.1: deploy a shell that brings ^20.0.0 first',
    ],
    [
      'something the shell does not share',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, shared: [shared('vue', {})] }) },
      'it needs vue, which the served shell 1.0.0 does not share',
    ],
    [
      'nothing exposed',
      { [REMOTE_MANIFEST]: JSON.stringify({ ...MANIFEST, exposes: [], shared: [] }) },
      'its manifest does not expose ./remote',
    ],
    [
      'no manifest',
      { [REMOTE_MANIFEST]: 'nonsense' },
      'its mf-manifest.json is missing or not a federation manifest',
    ],
    [
      'more than its budget',
      { 'remote.1.js.br': randomBytes(160_000) },
      'its JavaScript is 160 KB (brotli), and the budget of mfe-browse is 150 KB',
    ],
  ])('is refused, with the reason, a version with %s', async (_what, changes, reason) => {
    const answer = await team.deploy('2.1.0', {}, built(changes))

    expect(answer.status).toBe(400)
    expect(answer.json().errors).toEqual([{ field: 'version', message: reason }])
    expect(await team.versionFor(team.gateway)).toBe('2.0.0')
    expect((await team.gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).status).toBe(404)
  })

  it('is refused a version that places what no served version provides, and may place the rest', async () => {
    const refused = await team.deploy('2.1.0', { uses: [SLOT, 'reviews/apartment-reviews@2'] })

    expect(refused.json().errors).toEqual([
      {
        field: 'version',
        message: 'it uses reviews/apartment-reviews@2, which mfe-reviews 3.0.0 does not provide',
      },
    ])
    expect((await team.deploy('2.2.0', { uses: [SLOT] })).status).toBe(201)
  })

  it('is told every file that is missing or another one than announced', async () => {
    const files = built()
    await team.upload('2.1.0', { ...files, 'remote.1.js': 'cut off' })
    const sent = Object.entries({ ...files, 'late.js': 'x' }).map(([path, content]) => ({
      ...{ path, bytes: 1, sha384: createHash('sha384').update(content).digest('base64') },
    }))
    const answer = await team.gateway.send('/api/deploys/mfe-browse/2.1.0', {
      ...{ method: 'POST', body: JSON.stringify({ files: sent, remote }) },
      ...team.as(TOKENS['mfe-browse'], JSON_BODY),
    })

    expect(answer.status).toBe(400)
    expect(answer.json().detail).toBe('remote.1.js is not what was announced; late.js was not uploaded.')
  })

  it('cannot change what is published, deploy what is live, or promote and take back nothing', async () => {
    await team.deploy('2.1.0')

    expect((await team.upload('2.1.0', { 'remote.1.js': 'other' }))?.status).toBe(409)
    expect((await team.deploy('2.1.0')).status).toBe(409)
    expect((await team.act('promote')).status).toBe(409)
    await team.act('rollback')
    expect((await team.act('rollback')).status).toBe(409)
    expect((await team.gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).text).toBe('new')
  })

  it('cannot deploy for another one, nor can whoever has no token', async () => {
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
