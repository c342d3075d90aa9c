import { changeApp, createSiteChanges, deploysOf, insideOf } from '@offquad/releases/testing'
import { until } from '@offquad/service-kit/testing'
import { type DeployState, REMOTE_MANIFEST, type RemoteDescriptor } from '@offquad/contracts'
import { forEachTest } from './for-tests'
import { type GatewayUnderTest } from './gateway-under-test'
import { MANIFEST, SLOT } from './published-site'
import { built, listed, remote, reviewsRemote, startTeam } from './team'

const APP = 'mfe-reviews'
const REASON = 'its route /desk is a page of mfe-browse 2.0.0 already'
const withDesk = { ...reviewsRemote, routes: [...reviewsRemote.routes, { path: '/desk', title: 'The desk' }] }

const team = forEachTest(startTeam)
beforeEach(async () => {
  await team.site.write(`mf/${APP}/3.0.0/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST))
})

const deploy = (version: string, descriptor: RemoteDescriptor, more: object = {}) =>
  team.deployAs(APP, version, { remote: descriptor, ...more })

const stateOf = (): Promise<DeployState> => team.stateOf(APP)

const versionAt = async (gateway: GatewayUnderTest) =>
  /mfe-reviews\/([\d.]+)\//.exec((await gateway.send('/mf/registry.json')).text)?.[1]

/**
 * Makes the live version of mfe-browse unservable, so that gateways keep serving 2.0.0, whose page /desk is free according
 * to the shared registry.
 */
async function breakBrowse(): Promise<void> {
  const { releases } = team.gateway.context
  await changeApp(releases, 'mfe-browse', (state) => {
    if (!state.stable.remote) throw new Error('nothing is live')
    const routes = state.stable.remote.routes.filter(({ path }) => path !== '/desk')
    return {
      ...state,
      stable: {
        ...state.stable,
        version: '2.1.0',
        baseUrl: '/mf/mfe-browse/elsewhere/',
        remote: { ...state.stable.remote, routes },
      },
    }
  })
  for (const { context } of [team.gateway, team.other]) await insideOf(context.releases).pull()
}

describe('an accepted version that cannot be served', () => {
  it('is rolled back at once: the previous version stays live everywhere, and the deploy fails with the reason', async () => {
    await breakBrowse()

    const response = await deploy('3.1.0', withDesk)

    expect([response.status, response.json().type]).toEqual([409, '/problems/not-served'])
    expect(response.json().detail).toContain(`${APP} 3.1.0 was rolled back: `)
    expect(response.json().detail).toContain(REASON)
    const { live, served, previous, bad, history } = await stateOf()
    expect([live?.version, served, previous]).toEqual(['3.0.0', { isServed: true, version: '3.0.0' }, []])
    expect(bad.map(({ version }) => version)).toEqual(['3.1.0'])
    expect(history.map(({ action, version, by }) => [action, version, by])).toEqual([
      ['not served', '3.0.0', 'the gateway'],
      ['deploy', '3.1.0', `the team of ${APP}`],
      ['deploy', '3.0.0', expect.any(String)],
    ])
    for (const gateway of [team.gateway, team.other]) {
      await until(async () => (await versionAt(gateway)) === '3.0.0')
      expect((await gateway.send('/reviews', { headers: { accept: 'text/html' } })).status).toBe(200)
    }
  })

  it('is rolled back as a canary as well, and the previous canary resumes', async () => {
    await deploy('3.1.0', reviewsRemote, { canary: 20 })
    await breakBrowse()

    const response = await deploy('3.2.0', withDesk, { canary: 10, replaceCanary: true })

    expect(response.json()).toMatchObject({ status: 409, type: '/problems/not-served' })
    const { live, bad } = await stateOf()
    expect([live?.version, live?.canary?.version, live?.canary?.percent]).toEqual(['3.0.0', '3.1.0', 20])
    expect(bad.map(({ version }) => version)).toEqual(['3.2.0'])
  })

  it('leaves nothing behind when it was the first version', async () => {
    await team.act('retire', { app: APP })
    await breakBrowse()

    const response = await deploy('3.1.0', withDesk)

    expect(response.json()).toMatchObject({ status: 409, type: '/problems/not-served' })
    const { live, bad, history } = await stateOf()
    expect([live, bad.map(({ version }) => version)]).toEqual([undefined, ['3.1.0']])
    expect(history.slice(0, 3).map(({ action }) => action)).toEqual(['not served', 'deploy', 'retire'])
    expect((await deploy('3.1.0', withDesk)).json().type).toBe('/problems/rolled-back')
    await until(async () => (await versionAt(team.other)) === undefined)
  })
})

describe('an accepted version that is not served during concurrent changes', () => {
  /** A gateway that does not serve what it accepts; `meanwhile` runs between the two. */
  function changesWith(meanwhile: () => Promise<unknown>) {
    const { states, uploads } = deploysOf(team.gateway.context.releases)
    const { services } = team.gateway.context
    let pushed = 0
    return createSiteChanges({
      states,
      uploads,
      push: async () => void ((pushed += 1) === 1 && (await meanwhile())),
      servedState: () => ({ isServed: false, problem: 'its folder cannot be read' }),
      calls: services,
    })
  }
  const act = () => ({ by: 'Ada', team: APP, date: new Date() })

  it('is not rolled back when its team has changed the app in the meantime', async () => {
    await team.upload('3.1.0', built(), APP)
    const changes = changesWith(() => team.act('rollback', { app: APP }))

    const deployed = changes.deploy(
      { app: APP, version: '3.1.0', files: listed(built()), remote: reviewsRemote },
      act(),
    )

    await expect(deployed).rejects.toMatchObject({
      code: 'not-served',
      message: `${APP} 3.1.0 is not served: its folder cannot be read. ${APP} was changed in the meantime and stays as it is.`,
    })
    const { live, history } = await stateOf()
    expect([live?.version, history[0]?.action]).toEqual(['3.0.0', 'rollback'])
  })

  it('stays, with the reason, when another team has come to depend on it', async () => {
    await deploy('3.1.0', { ...reviewsRemote, slots: [] })
    await team.upload('3.2.0', built(), APP)
    const changes = changesWith(() => team.deploy('2.2.0', { uses: [SLOT], remote }))

    const deployed = changes.deploy(
      { app: APP, version: '3.2.0', files: listed(built()), remote: reviewsRemote },
      act(),
    )

    await expect(deployed).rejects.toMatchObject({
      code: 'not-served',
      message: expect.stringMatching(
        /^mfe-reviews 3\.2\.0 is not served: its folder cannot be read\. Switching to mfe-reviews 3\.1\.0 would break .*it does not provide reviews\/apartment-reviews@1, which mfe-browse 2\.2\.0 uses/,
      ),
    })
    expect((await stateOf()).live?.version).toBe('3.2.0')
  })
})
