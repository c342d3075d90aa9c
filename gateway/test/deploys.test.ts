import { rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { REMOTE_MANIFEST } from '@offquad/contracts'
import { until } from '@offquad/service-kit/testing'
import { forEachTest } from './for-tests'
import { startTeam } from './team'

describe('a team', () => {
  const team = forEachTest(startTeam)

  it('deploys its slice to every gateway and rolls it back', async () => {
    const response = await team.deploy('2.1.0')

    expect(response.status).toBe(201)
    expect(await team.versionFor(team.gateway)).toBe('2.1.0')
    await until(async () => (await team.versionFor(team.other)) === '2.1.0')
    const file = await team.other.send('/mf/mfe-browse/2.1.0/remote.1.js')
    expect([file.text, file.headers['cache-control']]).toEqual(['new', 'public, max-age=31536000, immutable'])
    expect((await team.other.send('/mf/mfe-browse/2.0.0/remoteEntry.js')).status).toBe(200)
    expect((await team.page(team.gateway)).headers['set-cookie']).toBeUndefined()

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

  it('serves a canary to a constant group of visitors, then to more, and promotes it', async () => {
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
    const { headers } = await team.page(team.gateway)
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const again = await team.gateway.send('/', { headers: { accept: 'text/html', cookie } })
    expect([cookie, again.headers['set-cookie']]).toEqual([
      expect.stringMatching(/^offquad-cohort=/),
      undefined,
    ])

    await team.deploy('2.1.0', { canary: 40 })
    for (const cohort of tried) expect(await team.versionFor(team.gateway, cohort)).toBe('2.1.0')

    await team.act('promote')
    for (const cohort of [undefined, 0, 5_000])
      expect(await team.versionFor(team.gateway, cohort)).toBe('2.1.0')
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
