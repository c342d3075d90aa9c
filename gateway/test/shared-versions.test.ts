import { type DeployState, type Problem, REMOTE_MANIFEST } from '@offquad/contracts'
import { MANIFEST } from './published-site'
import { forEachTest } from './for-tests'
import { built, builtShell, shared, SHELL_MANIFEST, startTeam } from './team'

const UI = '@offquad/ui'

const remoteNeeding = (range: string) =>
  built({
    [REMOTE_MANIFEST]: JSON.stringify({
      ...MANIFEST,
      shared: [shared('react', {}), shared(UI, { version: '1.0.0', requiredVersion: range })],
    }),
  })

const shellProviding = (version: string) =>
  builtShell({
    [REMOTE_MANIFEST]: JSON.stringify({
      ...SHELL_MANIFEST,
      shared: [shared('react', {}), shared(UI, { version, requiredVersion: `^${version}` })],
    }),
  })

describe('a remote built against a newer design system', () => {
  const team = forEachTest(startTeam)
  beforeEach(async () => {
    await team.site.write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, shellProviding('1.0.0')[REMOTE_MANIFEST] ?? '')
  })

  it('goes back with the shell that it needs, in one change, when the shell team asks for both', async () => {
    await team.deployAs('shell', '1.1.0', {}, shellProviding('1.1.0'))
    await team.deploy('2.1.0', {}, remoteNeeding('^1.1.0'))
    const rollBack = (body: object) => team.act('rollback', { app: 'shell', body })

    const refused = await rollBack({})
    expect(refused.status).toBe(400)
    expect((refused.json() as Partial<Problem>).errors?.map(({ message }) => message)).toEqual([
      `it provides ${UI} 1.0.0, and mfe-browse 2.1.0 needs ^1.1.0: build it with ${UI} ^1.1.0`,
      'with --with-remotes, mfe-browse 2.0.0 would go back in the same change',
    ])
    expect((await team.stateOf()).live.version).toBe('2.1.0')

    const accepted = await rollBack({ withRemotes: true })
    expect([accepted.status, (accepted.json() as Partial<DeployState>).live?.version]).toEqual([200, '1.0.0'])
    expect(await team.stateOf()).toMatchObject({
      live: { version: '2.0.0' },
      served: { isServed: true },
      previous: ['2.1.0'],
      bad: [],
      history: [
        { action: 'rollback', version: '2.0.0', team: 'shell', reason: 'the shell went back to 1.0.0' },
        { action: 'deploy' },
        { action: 'deploy' },
      ],
    })
  })
})
