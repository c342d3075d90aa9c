import { type DeployState, reportPage } from '@offquad/contracts'
import { startGateway, until } from './gateway-under-test'
import { JSON_BODY, startTeam, type Team } from './team'

describe('what pages report', () => {
  let team: Team
  beforeEach(async () => {
    team = await startTeam()
    await team.deploy('2.1.0', { canary: 10 })
    await until(async () => (await team.other.send('/mf/registry.json')).text.includes('2.1.0'))
  })
  afterEach(() => team.close())

  const say = (version: string, kind: string, at = team.gateway) =>
    at.send(reportPage.path, {
      ...{ method: 'POST', headers: JSON_BODY },
      body: JSON.stringify({ reports: [{ app: 'mfe-browse', version, kind }] }),
    })
  async function view(version: string, count: number, at = team.gateway): Promise<void> {
    for (let views = 0; views < count; views += 1) await say(version, 'view', at)
  }
  const latest = async (): Promise<DeployState['history'][number] | undefined> =>
    (await team.stateOf()).history[0]

  it('takes back a canary that fails, seen by any gateway, and writes down why', async () => {
    // Half of it at each gateway: neither has seen enough by itself.
    for (const at of [team.gateway, team.other]) {
      await view('2.0.0', 40, at)
      await view('2.1.0', 10, at)
      for (let errors = 0; errors < 10; errors += 1) await say('2.1.0', 'load-failure', at)
    }

    await until(async () => (await latest())?.action === 'automatic rollback')
    expect(await latest()).toMatchObject({
      ...{ version: '2.0.0', by: 'the gateway' },
      reason: expect.stringMatching(
        /^2\.1\.0: \d+\.\d % of \d+ views failed, 0\.0 % of \d+ with the live version$/,
      ),
    })
    const { live } = await team.stateOf()
    expect([live.version, live.canary]).toEqual(['2.0.0', undefined])
  })

  it('leaves a canary alone that does as well as what is live', async () => {
    await view('2.0.0', 30)
    await view('2.1.0', 30)
    await say('2.1.0', 'error')
    await team.gateway.context.deploys.current()?.canaries.look()

    expect((await team.stateOf()).live.canary?.version).toBe('2.1.0')
  })

  it('is told to the team: how many pages failed, and for how many it was fast', async () => {
    const vitals = ['good', 'good', 'poor'].map((rating) => ({
      ...{ app: 'mfe-browse', version: '2.1.0', kind: 'vital', name: 'LCP', rating },
    }))
    await team.gateway.send(reportPage.path, {
      ...{ method: 'POST', headers: JSON_BODY },
      body: JSON.stringify({ reports: vitals }),
    })
    await view('2.1.0', 3, team.other)
    await say('2.1.0', 'error', team.other)
    for (const { context } of [team.gateway, team.other]) await context.deploys.current()?.canaries.look()

    expect((await team.stateOf()).measured).toEqual([
      { version: '2.0.0', views: 0, failures: 0, vitals: {} },
      { version: '2.1.0', views: 3, failures: 1, vitals: { LCP: { good: 2, pages: 3 } } },
    ])
  })

  it('comes from a share of the pages, and from all that try a version', async () => {
    const settings = { ...team.gateway.context.config, PAGE_REPORT_SHARE: 0.25 }
    const gateway = await startGateway({}, { settings, site: team.site })
    const pages = [0, 2_500, 5_000, 7_500, 1_000].map(
      async (cohort) => (await team.page(gateway, cohort)).text,
    )
    const shareOf = (html: string) => /"reportShare":([\d.]+)/.exec(html)?.[1]

    for (const html of await Promise.all(pages))
      expect(shareOf(html)).toBe(html.includes('mfe-browse/2.1.0/') ? '1' : '0.25')
    await gateway.close()
  })

  it('does not count for versions that are not live', async () => {
    for (let count = 0; count < 30; count += 1) await say('9.9.9', 'error')

    await team.gateway.context.deploys.current()?.canaries.look()
    expect((await team.stateOf()).live.canary?.version).toBe('2.1.0')
  })

  it('is refused where it is nonsense or more than pages say', async () => {
    expect((await say('2.1.0', 'opinion')).status).toBe(400)
    // A web vital without a rating.
    expect((await say('2.1.0', 'vital')).status).toBe(400)
    const settings = { ...team.gateway.context.config, RATE_LIMIT_FACTOR: 0.01 }
    const strict = await startGateway({}, { settings, site: team.site })
    const reports = Array.from({ length: 20 }, () => ({ app: 'mfe-browse', version: '2.0.0', kind: 'view' }))
    const flood = { method: 'POST', headers: JSON_BODY, body: JSON.stringify({ reports }) }
    const statuses: number[] = []
    for (let count = 0; count < 8; count += 1)
      statuses.push((await strict.send(reportPage.path, flood)).status)
    await strict.close()

    expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429, 429])
  })
})
