import { type DeployState, type Release, type ServiceState } from '@offquad/contracts'
import { deploysOf } from '@offquad/releases/testing'
import { connectMongo } from '@offquad/service-kit'
import { startTokenIssuer } from '@offquad/service-kit/testing'
import { forEachTest } from './for-tests'
import { publishKeys } from './gateway-under-test'
import { DEPLOY_TOKENS, hashedTokens, JSON_BODY, READING_TOKEN, startTeam } from './team'

describe('an administrator', () => {
  const issuer = forEachTest(startTokenIssuer)
  const tokens = { DEPLOY_TOKENS: `${DEPLOY_TOKENS},${hashedTokens({ 'svc-catalog': 'the catalog team' })}` }
  const team = forEachTest(() => startTeam(tokens, { 'svc-users': (app) => publishKeys(app, issuer) }))

  type Role = 'admin' | 'developer' | 'student'
  const tokenOf = (role: Role) => issuer.tokenFor(`the ${role}`, role)
  const as = (role: Role) => team.as(tokenOf(role))
  const act = (action: string, body: object = {}, role: Role = 'admin') =>
    team.act(action, { token: tokenOf(role), body })
  async function browse() {
    const response = await team.gateway.send('/api/admin/releases', as('admin'))
    const releases = JSON.parse(response.text) as Release[]
    const state = releases.find(({ app }) => app === 'mfe-browse')?.state
    if (!state) throw new Error(response.text)
    return { ...state, apps: releases.map(({ app }) => app) }
  }
  const codeOf = ({ status, text }: { status: number; text: string }) => [
    status,
    (JSON.parse(text) as { type?: string }).type?.replace('/problems/', ''),
  ]

  it('sees every app with its size and budget, and takes a version back, recorded with the reason', async () => {
    await team.deploy('2.1.0')

    expect((await act('rollback', { reason: 'white pages' })).status).toBe(200)

    const { apps, live, scripts, bad, history, measured } = await browse()
    expect(apps).toEqual(['mfe-browse', 'mfe-reviews', 'shell'])
    expect(live?.version).toBe('2.0.0')
    expect(scripts).toEqual({ kb: 0.006, budgetKb: 100 })
    expect(bad).toMatchObject([{ version: '2.1.0', reason: 'white pages' }])
    expect(measured.map(({ version }) => version)).toEqual(['2.0.0', '2.1.0'])
    expect(history[0]).toMatchObject({
      action: 'rollback',
      version: '2.0.0',
      by: 'an administrator',
      adminId: 'the admin',
      reason: 'white pages',
    })
    expect(history[0]?.team).toBeUndefined()
  })

  it('sees the services with their instances, their calls, and which slices use them', async () => {
    const { text } = await team.gateway.send('/api/admin/services', as('admin'))
    const catalog = (JSON.parse(text) as ServiceState[]).find(({ service }) => service === 'svc-catalog')

    expect(catalog?.instances).toEqual([{ url: expect.stringMatching(/^http:/), health: 'good' }])
    expect(catalog?.calls).toContainEqual({ call: 'GET /api/apts/:ids', usedBy: ['mfe-browse'] })
    expect(catalog?.problems).toEqual([])
    expect((await team.gateway.send('/api/admin/services', as('student'))).status).toBe(403)
  })

  it('sees which versions a service had, when, by whom, and why one was taken back, as its team noted it', async () => {
    const path = '/api/services/svc-catalog/history'
    const note = (body: object, token = 'the catalog team') =>
      team.gateway.send(path, {
        method: 'POST',
        ...team.as(token, JSON_BODY),
        body: JSON.stringify({ before: '1.0.0', by: 'Maya', commit: '3f2a1bc', ...body }),
      })

    expect((await note({ action: 'deploy', version: '1.1.0' }, READING_TOKEN)).status).toBe(403)
    expect((await note({ action: 'deploy', version: '1.1.0' })).status).toBe(201)
    await note({ action: 'taken back', version: '1.2.0', before: '1.1.0', reason: '9.8 % were slow' })

    const { text } = await team.gateway.send('/api/admin/services', as('admin'))
    const of = (name: string) =>
      (JSON.parse(text) as ServiceState[]).find(({ service }) => service === name)?.history
    const who = { by: 'the team of svc-catalog', team: 'svc-catalog', author: 'Maya', commit: '3f2a1bc' }
    const date = expect.any(String) as string
    const reason = '9.8 % were slow'
    expect(of('svc-catalog')).toEqual([
      { action: 'taken back', version: '1.2.0', before: '1.1.0', date, ...who, reason },
      { action: 'deploy', version: '1.1.0', before: '1.0.0', date, ...who },
    ])
    expect(of('svc-reviews')).toEqual([])
    expect((await team.gateway.send(path, team.as(READING_TOKEN))).json()).toEqual(of('svc-catalog'))
  })

  it('sees the latest fifty changes of a service, and none of another is dropped for them', async () => {
    const { serviceHistory } = deploysOf(team.gateway.context.releases)
    const { MONGODB_URI = '', MONGODB_DATABASE } = team.gateway.context.config
    const entry = { action: 'deploy' as const, before: '1.0.0', by: 'a team', date: new Date().toISOString() }
    await serviceHistory.add('svc-reviews', { ...entry, version: '1.1.0' })
    for (let minor = 1; minor <= 52; minor += 1)
      await serviceHistory.add('svc-catalog', { ...entry, version: `1.${minor}.0` })

    const shown = await serviceHistory.of('svc-catalog')
    expect([shown.length, shown[0]?.version, shown.at(-1)?.version]).toEqual([50, '1.52.0', '1.3.0'])
    const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
    expect(await connection.collection('service-history').countDocuments()).toBe(51)
    await connection.close()
  })

  it('and an engineer see every app; the engineer changes those of their slices', async () => {
    await team.deploy('2.1.0')
    const tokenFor = (slices: string[]) => issuer.tokenForEngineer('erin', slices)
    const rollback = (slices: string[]) =>
      team.act('rollback', { token: tokenFor(slices), body: { reason: 'white pages' } })

    for (const path of ['/api/admin/releases', '/api/deploys/mfe-browse/errors'])
      expect((await team.gateway.send(path, team.as(tokenFor(['shell'])))).status).toBe(200)
    expect(codeOf(await rollback(['shell']))).toEqual([403, 'other-app'])
    expect((await rollback(['shell', 'mfe-browse'])).status).toBe(200)
    expect((await browse()).history[0]).toMatchObject({ by: 'an engineer', adminId: 'erin' })
  })

  it('asks first what a change would do, which changes nothing', async () => {
    await team.deploy('2.1.0')

    expect((await act('rollback', { dryRun: true })).status).toBe(200)
    expect(codeOf(await act('rollback', { to: '0.0.1', dryRun: true }))).toEqual([400, 'not-previous'])
    expect(codeOf(await act('promote', { dryRun: true }))).toEqual([409, 'no-canary'])

    const { live, history } = await browse()
    expect([live?.version, history[0]?.action]).toEqual(['2.1.0', 'deploy'])
  })

  it('sees where a canary is slower, which then takes no step; one that is twice as slow is taken back', async () => {
    await team.deploy('2.1.0', { steps: [10, 100] })
    const { versions } = deploysOf(team.gateway.context.releases)
    const about = (version: string) => ({ app: 'mfe-browse', version, route: '/' })
    const touch = (version: string, value: number, times: number) => {
      for (let index = 0; index < times; index += 1)
        versions.count({ ...about(version), kind: 'vital', name: 'INP', value }, 'a network')
    }
    touch('2.0.0', 100, 200)
    touch('2.1.0', 130, 49)
    await versions.judge()
    const few = await browse()
    touch('2.1.0', 130, 30)
    // Enough for the next step.
    for (let views = 0; views < 40; views += 1)
      versions.count({ ...about('2.1.0'), kind: 'view' }, 'a network')
    await versions.judge()
    const slower = await browse()
    touch('2.1.0', 400, 80)
    await versions.judge()
    const slow = await browse()

    expect(few.canary?.slower).toBeUndefined()
    expect(slower.canary?.slower).toMatch(
      /^INP is 1\d\d ms at the 75th percentile of 79 pages, \d+ ms of 200 with 2\.0\.0$/,
    )
    expect(slower.live?.canary?.percent).toBe(10)
    expect(slow.live?.canary).toBeUndefined()
    expect(slow.bad).toMatchObject([{ version: '2.1.0', reason: expect.stringContaining('INP is ') }])
  })

  it('sees how a canary does beside what is live, and pauses its steps', async () => {
    await team.deploy('2.1.0', { steps: [10, 50, 100] })
    const { versions } = deploysOf(team.gateway.context.releases)
    const report = (version: string, kind: 'view' | 'failure', route: string, times: number) => {
      for (let index = 0; index < times; index += 1)
        versions.count({ app: 'mfe-browse', version, route, kind }, 'a network')
    }
    report('2.0.0', 'view', '/', 100)
    report('2.1.0', 'view', '/', 12)
    report('2.1.0', 'failure', '/apartment/:aptId', 2)
    await versions.judge()

    const { canary, measured } = await browse()
    expect(canary).toMatchObject({
      failures: 2,
      liveFailures: 0,
      liveViews: 100,
      nextPercent: 50,
      waitsForViews: expect.any(Number),
    })
    expect(canary?.takenBackAt).toBeGreaterThan(2)
    expect(measured.find(({ version }) => version === '2.1.0')).toMatchObject({
      routes: [
        { route: '/apartment/:aptId', failures: 2 },
        { route: '/', failures: 0 },
      ],
      course: [{ since: expect.any(String), failures: 2 }],
    })

    expect((await act('pause', { version: '2.1.0', reason: 'the weekend' })).status).toBe(200)
    const paused = await browse()
    expect(paused.live?.canary).toMatchObject({ version: '2.1.0', percent: 10 })
    expect(paused.live?.canary?.steps).toBeUndefined()
    expect(paused.canary?.nextPercent).toBeUndefined()
    expect(paused.history[0]).toMatchObject({
      action: 'canary step',
      version: '2.1.0',
      reason: 'stays at 10 % of visitors: the weekend',
    })
    expect(codeOf(await act('pause', { version: '2.2.0' }))).toEqual([409, 'other-canary'])
  })

  it('calls a stored version bad, but not one that visitors get', async () => {
    await team.deploy('2.1.0')

    expect(codeOf(await act('bad', { version: '2.1.0', reason: 'slow' }))).toEqual([409, 'is-served'])
    expect((await act('bad', { version: '2.0.0', reason: 'slow' })).status).toBe(200)

    const { bad, live } = await browse()
    expect(live?.version).toBe('2.1.0')
    expect(bad).toMatchObject([{ version: '2.0.0', reason: 'slow', adminId: 'the admin' }])
    expect(codeOf(await act('bad', { version: '1.0.0', reason: 'slow' }))).toEqual([400, 'not-previous'])
  })

  it('ends a preview: its link shows what everyone gets', async () => {
    await team.deploy('2.1.0', { preview: true })
    const [preview] = (await browse()).previews
    const shown = async () => {
      const response = await team.gateway.send(preview?.path ?? '', { headers: { accept: 'text/html' } })
      const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
      return (await team.gateway.send('/', { headers: { accept: 'text/html', cookie } })).text
    }
    expect(await shown()).toContain('mfe-browse/2.1.0/')

    expect((await act('end-preview', { version: '2.1.0' })).status).toBe(200)

    expect((await browse()).previews).toEqual([])
    expect(await shown()).not.toContain('mfe-browse/2.1.0/')
    expect(codeOf(await act('end-preview', { version: '2.1.0' }))).toEqual([404, 'no-such-preview'])
  })

  it('makes a link to a stored version, with which pages have it', async () => {
    await team.deploy('2.1.0')
    const { previewPath } = JSON.parse((await act('preview', { version: '2.0.0' })).text) as DeployState

    const page = await team.gateway.send(previewPath ?? '', { headers: { accept: 'text/html' } })
    expect(page.text).toContain('mfe-browse/2.0.0/')
    const { measured, previews } = await browse()
    expect(measured.map(({ version }) => version)).toEqual(['2.1.0', '2.0.0'])
    expect(previews).toMatchObject([{ version: '2.0.0' }])
    expect(codeOf(await act('preview', { version: '0.0.1' }))).toEqual([404, 'no-such-version'])
  })
})
