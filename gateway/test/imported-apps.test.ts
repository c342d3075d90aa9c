import { REMOTE_MANIFEST } from '@offquad/contracts'
import { connectMongo } from '@offquad/service-kit'
import { dropCollections, testSettings } from '@offquad/service-kit/testing'
import { type Deploys } from '../src/control-plane/deploys/open-deploys'
import { type OldAppDocument, oldAppModel } from '../src/control-plane/deploys/site-state.model'
import { type GatewayUnderTest, startGateway } from './gateway-under-test'
import { MANIFEST, publishSite, type PublishedSite, REGISTRY } from './published-site'
import { DEPLOY_TOKENS, SHELL_MANIFEST } from './team'

const APP = 'mfe-browse'
const HOUR_MS = 3_600_000
const BROWSE = REGISTRY.apps.find(({ app }) => app === APP)
if (!BROWSE) throw new Error(`the site has no ${APP}`)

const settings = { ...testSettings(), DEPLOY_TOKENS }
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const versionOf = (version: string) => ({ ...BROWSE, version, baseUrl: `/mf/${APP}/${version}/` })

/** The document that gateways wrote before they shared one, with the latest action at the top of the history. */
const appDocument = (version: string, date: string): OldAppDocument => ({
  _id: APP,
  stable: versionOf(version),
  canary: null,
  previous: [versionOf('2.0.0')],
  localVersion: '2.0.0',
  history: [
    { action: 'deploy', version, by: 'the team', date },
    { action: 'local build', version: '2.0.0', by: 'a build', date: hoursFromNow(-48) },
  ],
})

let site: PublishedSite
let old: Awaited<ReturnType<typeof connectMongo>>
let running: GatewayUnderTest[] = []
beforeAll(async () => {
  old = await connectMongo(settings.MONGODB_URI, settings.MONGODB_DATABASE)
  site = await publishSite()
  await site.write(`mf/shell/1.0.0/${REMOTE_MANIFEST}`, JSON.stringify(SHELL_MANIFEST))
  for (const version of ['2.0.0', '2.1.0', '2.2.0'])
    await site.write(`mf/${APP}/${version}/${REMOTE_MANIFEST}`, JSON.stringify(MANIFEST))
})
beforeEach(async () => {
  await dropCollections(old)
  await site.publish(REGISTRY)
})
afterEach(async () => {
  for (const gateway of running) await gateway.close()
  running = []
})
afterAll(async () => {
  await old.close()
  await site.remove()
})

async function start(): Promise<GatewayUnderTest> {
  const gateway = await startGateway({}, { settings, site })
  running.push(gateway)
  return gateway
}

function deploysOf(gateway: GatewayUnderTest): Deploys {
  const deploys = gateway.context.deploys.current()
  if (!deploys) throw new Error('the gateway has no database')
  return deploys
}

const stateIn = async (gateway: GatewayUnderTest) => deploysOf(gateway).states.find(APP)
const servedBy = async (gateway: GatewayUnderTest) =>
  /mfe-browse\/([\d.]+)\//.exec((await gateway.send('/mf/registry.json')).text)?.[1]
const act = (reason: string) => ({ by: 'Ada', team: APP, date: new Date(), reason })

const writeOld = (document: OldAppDocument) =>
  oldAppModel(old).updateOne({ _id: APP }, { $set: document }, { upsert: true })

describe('apps deployed by gateways without the site document', () => {
  it('are live after the upgrade, with their rollback targets and history', async () => {
    await writeOld(appDocument('2.1.0', hoursFromNow(-24)))

    const gateway = await start()

    expect(await servedBy(gateway)).toBe('2.1.0')
    const { changes } = deploysOf(gateway)
    await changes.rollBack(APP, act('slow'))
    expect(await servedBy(gateway)).toBe('2.0.0')
    const state = await stateIn(gateway)
    expect(state?.history.map(({ action, version }) => `${action} ${version}`)).toEqual([
      'rollback 2.0.0',
      'deploy 2.1.0',
      'local build 2.0.0',
    ])
  })

  it('do not undo later changes when a gateway restarts', async () => {
    await writeOld(appDocument('2.1.0', hoursFromNow(-24)))
    const before = await start()
    await deploysOf(before).changes.rollBack(APP, act('slow'))

    const restarted = await start()

    expect(await servedBy(restarted)).toBe('2.0.0')
    expect((await stateIn(restarted))?.bad.map(({ version }) => version)).toEqual(['2.1.0'])
  })

  it('are imported while such a gateway still deploys, and bad versions stay marked', async () => {
    await writeOld(appDocument('2.1.0', hoursFromNow(-24)))
    const gateway = await start()
    await deploysOf(gateway).changes.rollBack(APP, act('slow'))

    await writeOld(appDocument('2.2.0', hoursFromNow(1)))
    await deploysOf(gateway).shared.pull()

    expect(await servedBy(gateway)).toBe('2.2.0')
    expect((await stateIn(gateway))?.bad.map(({ version }) => version)).toEqual(['2.1.0'])
  })

  it('do not come back after they were retired', async () => {
    await writeOld(appDocument('2.1.0', hoursFromNow(-24)))
    const gateway = await start()
    await deploysOf(gateway).changes.retire(APP, act('nobody reads'))

    const restarted = await start()

    expect([await servedBy(restarted), await stateIn(restarted)]).toEqual([undefined, undefined])
  })
})
