import { rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { REMOTE_MANIFEST } from '@offquad/contracts'
import { testSettings, until } from '@offquad/service-kit/testing'
import { startGateway } from './gateway-under-test'
import { JSON_BODY, startTeam, type Team, TOKENS } from './team'

describe('a team', () => {
  let team: Team
  beforeEach(async () => {
    team = await startTeam()
  })
  afterEach(() => team.close())

  it('deploys its slice to every gateway and rolls it back', async () => {
    const response = await team.deploy('2.1.0')

    expect(response.status).toBe(201)
    expect(await team.versionFor(team.gateway)).toBe('2.1.0')
    await until(async () => (await team.versionFor(team.other)) === '2.1.0')
    const file = await team.other.send('/mf/mfe-browse/2.1.0/remote.1.js')
    expect([file.text, file.headers['cache-control']]).toEqual(['new', 'public, max-age=31536000, immutable'])
    expect((await team.other.send('/mf/mfe-browse/2.0.0/remoteEntry.js')).status).toBe(200)

    expect((await team.act('rollback')).status).toBe(200)
    await until(async () => (await team.versionFor(team.other)) === '2.0.0')
    const { live, previous, history } = await team.stateOf()
    expect([live.version, previous]).toEqual(['2.0.0', []])
    expect(history.map(({ action, version }) => `${action} ${version}`)).toEqual([
      'rollback 2.0.0',
      'deploy 2.1.0',
      'deploy 2.0.0',
    ])
  })

  it('goes back to a version it names and forward again, and its list keeps all of them', async () => {
    for (const version of ['2.1.0', '2.2.0', '2.3.0']) await team.deploy(version)
    const goTo = (to: string) =>
      team.gateway.send('/api/deploys/mfe-browse/rollback', {
        method: 'POST',
        body: JSON.stringify({ to }),
        ...team.as(TOKENS['mfe-browse'], JSON_BODY),
      })

    await goTo('2.1.0')
    const back = await team.stateOf()
    await goTo('2.2.0')
    const { live, previous, bad } = await team.stateOf()

    expect([back.live.version, back.previous, back.rollsBackTo]).toEqual([
      '2.1.0',
      ['2.0.0', '2.3.0', '2.2.0'],
      '2.0.0',
    ])
    expect([live.version, previous, bad]).toEqual(['2.2.0', ['2.1.0', '2.0.0', '2.3.0'], []])
    expect(await team.versionFor(team.gateway)).toBe('2.2.0')
  })

  it('is recorded in the history as whom its token belongs to, beside the author that it names', async () => {
    await team.deploy('2.1.0', { by: 'the gateway' })

    expect((await team.stateOf()).history[0]).toMatchObject({
      by: 'the team of mfe-browse',
      author: 'the gateway',
    })
  })

  it('has to confirm a version that is older than the one that is live', async () => {
    await team.deploy('2.1.0')

    const refused = await team.deploy('2.0.9')

    expect([refused.status, refused.json().type]).toEqual([409, '/problems/older-version'])
    expect((await team.deploy('2.0.9', { preview: true })).status).toBe(201)
    expect((await team.deploy('2.0.9', { again: true })).status).toBe(201)
  })

  it.each([
    ['all its files were', ''],
    ['one of its files was', 'remote.1.js'],
  ])(
    'deploys its live version again when %s lost, of which list and /readyz say the same',
    async (_what, file) => {
      await team.deploy('2.1.0')
      await rm(path.join(team.site.mf, 'mfe-browse/2.1.0', file), { recursive: true })

      const lost = `mfe-browse 2.1.0: ${file || REMOTE_MANIFEST} is missing`
      const health = async () => (await team.gateway.send('/readyz')).json().needs?.registry
      expect(await health()).toContain(lost)
      expect((await team.stateOf()).served).toEqual({ isServed: false, version: '2.1.0', problem: lost })

      if (file) await team.upload('2.1.0', { [file]: 'new' })
      expect((await team.deploy('2.1.0')).status).toBe(201)

      expect(await health()).not.toContain('mfe-browse')
      expect((await team.stateOf()).served).toEqual({ isServed: true, version: '2.1.0' })
      expect((await team.gateway.send('/mf/mfe-browse/2.1.0/remote.1.js')).text).toBe('new')
      expect((await team.deploy('2.1.0')).json().type).toBe('/problems/live-already')
    },
  )

  it('serves a canary to a constant group of visitors, then promotes it', async () => {
    await team.deploy('2.1.0', { canary: 10 })
    const cohorts = Array.from({ length: 200 }, (_, index) => index * 50)
    const tried: number[] = []
    for (const cohort of cohorts)
      if ((await team.versionFor(team.gateway, cohort)) === '2.1.0') tried.push(cohort)

    expect(tried).toHaveLength(20)
    await until(async () => (await team.versionFor(team.other, tried[0])) === '2.1.0')
    expect(await team.versionFor(team.gateway, tried[1])).toBe('2.1.0')
    expect((await team.stateOf()).live).toMatchObject({
      version: '2.0.0',
      canary: { version: '2.1.0', percent: 10 },
    })
    const registry = await team.gateway.send('/mf/registry.json')
    expect(registry.text).toContain('"percent":10')
    expect((await team.page(team.gateway, tried[0])).text).not.toContain('percent')

    await team.act('promote')
    for (const cohort of [undefined, 0, 5_000])
      expect(await team.versionFor(team.gateway, cohort)).toBe('2.1.0')
  })

  it('reaches the share of a canary within two percentage points among 400 new visitors, each of whom keeps their version', async () => {
    await team.deploy('2.1.0', { canary: 10 })
    const visitors = 400
    let count = 0
    for (let visitor = 0; visitor < visitors; visitor += 1) {
      const first = await team.page(team.gateway)
      const isTried = first.text.includes('mfe-browse/2.1.0/')
      if (isTried) count += 1
      if (visitor % 20 > 0) continue
      const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
      const again = await team.gateway.send('/', { headers: { accept: 'text/html', cookie } })
      expect(again.text.includes('mfe-browse/2.1.0/')).toBe(isTried)
      expect(again.headers['set-cookie']).toBeUndefined()
    }

    expect(Math.abs(count / visitors - 0.1)).toBeLessThan(0.02)
  })

  it('adds visitors to a canary when its share grows, and keeps the others', async () => {
    await team.deploy('2.1.0', { canary: 10 })
    const cohorts = Array.from({ length: 100 }, (_, index) => index * 100)
    const thoseWith = async () => {
      const tried: number[] = []
      for (const cohort of cohorts)
        if ((await team.versionFor(team.gateway, cohort)) === '2.1.0') tried.push(cohort)
      return tried
    }
    const few = await thoseWith()

    await team.deploy('2.1.0', { canary: 40 })

    const many = await thoseWith()
    expect([few.length, many.length]).toEqual([10, 40])
    expect(many).toEqual(expect.arrayContaining(few))
  })

  it('sets no cookie without a canary', async () => {
    expect((await team.page(team.gateway)).headers['set-cookie']).toBeUndefined()
  })

  it('keeps its deployed version when a gateway restarts without a database', async () => {
    await team.deploy('2.1.0')
    await until(async () => (await team.versionFor(team.other)) === '2.1.0')
    const settings = {
      ...testSettings(),
      MONGODB_URI: 'mongodb://127.0.0.1:9',
      DEPLOY_TOKENS: team.gateway.context.config.DEPLOY_TOKENS,
    }
    const alone = await startGateway({}, { settings, site: team.site })

    expect(await team.versionFor(alone)).toBe('2.1.0')
    const refused = await alone.send('/api/deploys/mfe-browse', team.as(TOKENS['mfe-browse']))
    expect(refused.status).toBe(503)
    await alone.close()
  })

  it('protects a version that is deployed again from a concurrent prune', async () => {
    await team.deploy('2.1.0')
    await team.deploy('2.2.0')
    const folder = path.join(team.site.mf, 'mfe-browse/2.1.0')
    await utimes(folder, 0, 0)

    await team.deploy('2.1.0', { again: true })

    expect((await stat(folder)).mtimeMs).toBeGreaterThan(0)
  })
})
