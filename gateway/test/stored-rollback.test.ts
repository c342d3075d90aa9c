import { rollBackStored } from '@offquad/releases'
import { deploysOf } from '@offquad/releases/testing'
import { startGateway } from './gateway-under-test'
import { startTeam, type Team } from './team'

let team: Team
beforeEach(async () => {
  team = await startTeam()
})

/** Rolls back while no gateway runs. */
async function rollBack(app: string, to?: string) {
  const { config } = team.gateway.context
  const { MONGODB_URI = '', MONGODB_DATABASE, MF_DIR } = config
  return rollBackStored({ MONGODB_URI, MONGODB_DATABASE, MF_DIR }, app, {
    audit: { by: 'an operator', date: new Date(), reason: 'it ended the gateway' },
    to,
  })
}

it('rolls back without a gateway, and the next gateway serves and tells it', async () => {
  await team.deploy('2.1.0')
  await team.gateway.close()
  await team.other.close()

  const live = await rollBack('mfe-browse')

  expect(live?.version).toBe('2.0.0')
  await expect(rollBack('mfe-browse', '1.0.0')).rejects.toThrow('1.0.0 is not a version')
  await expect(rollBack('mfe-unknown')).rejects.toThrow('There is no app "mfe-unknown".')

  const gateway = await startGateway({}, { settings: team.gateway.context.config, site: team.site })
  expect(await team.versionFor(gateway)).toBe('2.0.0')
  const { apps } = await deploysOf(gateway.context.releases).states.readSite()
  expect(apps.get('mfe-browse')?.history[0]).toMatchObject({
    action: 'rollback',
    version: '2.0.0',
    by: 'an operator',
    reason: 'it ended the gateway',
  })
  await gateway.close()
  await team.site.remove()
})
