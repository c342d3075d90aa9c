import { access, utimes } from 'node:fs/promises'
import path from 'node:path'
import { deploysOf } from '@offquad/releases/testing'
import { until } from '@offquad/service-kit/testing'
import { forEachTest } from './for-tests'
import { startGateway } from './gateway-under-test'
import { startTeam } from './team'

const DAY_MS = 86_400_000
const LONG_AGO = new Date(Date.now() - 30 * DAY_MS)

const team = forEachTest(startTeam)

const exists = (folder: string) =>
  access(path.join(team.site.mf, folder)).then(
    () => true,
    () => false,
  )
const age = (folder: string) => utimes(path.join(team.site.mf, folder), LONG_AGO, LONG_AGO)

/** Publishes a version that is no longer needed. */
async function addOldVersion(folder: string): Promise<void> {
  await team.site.write(`mf/${folder}/remoteEntry.js`, 'long gone')
  await age(folder)
}

const startAnother = () => startGateway({}, { settings: team.gateway.context.config, site: team.site })

describe('a gateway', () => {
  it('prunes old versions when it starts, except live versions and rollback targets', async () => {
    await team.deploy('2.1.0')
    await age('mfe-browse/2.0.0')
    await age('mfe-browse/2.1.0')
    await addOldVersion('mfe-browse/1.0.0')
    await addOldVersion('.uploads/mfe-browse/9.9.9')

    const another = await startAnother()

    await until(
      async () => !(await exists('mfe-browse/1.0.0')) && !(await exists('.uploads/mfe-browse/9.9.9')),
    )
    expect([await exists('mfe-browse/2.0.0'), await exists('mfe-browse/2.1.0')]).toEqual([true, true])
    await another.close()
  })

  it('prunes old versions of retired and previewed slices, but none of unknown slices', async () => {
    await team.act('retire', { app: 'mfe-reviews' })
    const preview = { app: 'mfe-new', version: '1.0.0', baseUrl: '/mf/mfe-new/1.0.0/' }
    await deploysOf(team.gateway.context.releases).states.changeSite((site) => ({
      ...site,
      previews: [
        {
          app: preview,
          token: 'a token',
          createdAt: LONG_AGO.toISOString(),
          expiresAt: LONG_AGO.toISOString(),
        },
      ],
    }))
    for (const app of ['mfe-reviews', 'mfe-new', 'mfe-unknown']) await addOldVersion(`${app}/1.0.0`)
    await addOldVersion('.uploads/mfe-unknown/1.0.0')

    const another = await startAnother()

    await until(async () => !(await exists('mfe-reviews/1.0.0')) && !(await exists('mfe-new/1.0.0')))
    await until(async () => !(await exists('.uploads/mfe-unknown/1.0.0')))
    await another.close()
    expect(await exists('mfe-unknown/1.0.0')).toBe(true)
  })

  it('prunes what nothing leads to as soon as a team asks, except what was served in the last week', async () => {
    const anHourAgo = new Date(Date.now() - 3_700_000)
    await team.deploy('2.1.0', { canary: 10 })
    await team.act('rollback')
    await team.site.write('mf/mfe-browse/1.0.0/remoteEntry.js', 'never live')
    await team.upload('9.9.9', { 'a.js': 'refused' })
    await team.upload('9.9.10', { 'a.js': 'on its way' })
    for (const folder of ['mfe-browse/1.0.0', 'mfe-browse/2.1.0', '.uploads/mfe-browse/9.9.9'])
      await utimes(path.join(team.site.mf, folder), anHourAgo, anHourAgo)

    // Two at once, like the pipelines of two teams.
    const pruned = await Promise.all([team.act('prune'), team.act('prune')])

    const removed = pruned.flatMap((reply) => (reply.json() as { removed: string[] }).removed)
    expect([...new Set(removed)].toSorted()).toEqual(['1.0.0', '9.9.9'])
    expect((await team.gateway.send('/mf/mfe-browse/1.0.0/remoteEntry.js')).status).toBe(404)
    expect(await exists('mfe-browse/2.1.0')).toBe(true)
    expect(await exists('.uploads/mfe-browse/9.9.10')).toBe(true)
  })

  it('prunes again every six hours', async () => {
    const timers = jest.spyOn(global, 'setInterval')
    const another = await startAnother()
    const isHours = ([, ms]: unknown[]) => Number(ms) >= 3_600_000
    // Once it is connected to its database.
    const [prune] = await until(() => timers.mock.calls.find(isHours))
    timers.mockRestore()
    await addOldVersion('mfe-browse/1.0.0')

    prune()

    await until(async () => !(await exists('mfe-browse/1.0.0')))
    await another.close()
  })
})
