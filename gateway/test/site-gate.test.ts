import { rm } from 'node:fs/promises'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import {
  type DeployState,
  type PublishedApp,
  type RemoteDescriptor,
  REMOTE_MANIFEST,
} from '@offquad/contracts'
import { changeApp, insideOf } from '@offquad/releases/testing'
import { INDEX_HTML, SLOT } from './published-site'
import { forTests } from './for-tests'
import { built, builtShell, remote, reviewsRemote, SHELL_MANIFEST, startTeam, TOKENS } from './team'

const withRoutes = (descriptor: RemoteDescriptor, ...paths: string[]): RemoteDescriptor => ({
  ...descriptor,
  routes: [...descriptor.routes, ...paths.map((route) => ({ path: route, title: 'A page' }))],
})

const team = forTests(startTeam)

let number = 0
/** A version that is not deployed yet. */
const next = () => `5.${(number += 1)}.0`

const reasonsIn = (response: { json(): Record<string, unknown> }) =>
  (response.json().errors as { message: string }[]).map(({ message }) => message)

const act = (app: keyof typeof TOKENS, action: string, body: object = {}) => team.act(action, { app, body })

describe('the contract gate', () => {
  it('rejects a version with calls that no service serves, and names the service to deploy first', async () => {
    const deploy = (calls: string[]) =>
      team.deployAs('mfe-reviews', next(), { remote: reviewsRemote, calls, preview: true })

    expect(
      reasonsIn(await deploy(['GET /api/faqs', 'POST /api/not-yet', 'POST /api/faqs/:id/votes'])),
    ).toEqual([
      expect.stringContaining('it calls POST /api/not-yet, which no service serves yet'),
      'it calls POST /api/faqs/:id/votes, which no instance of svc-users serves yet: deploy svc-users first',
    ])
    expect((await deploy(['GET /api/faqs'])).status).toBe(201)
  })

  it('reports every reason at once', async () => {
    const navigation = [
      { label: 'Home', path: '/', menu: 'main', order: 1, audience: 'anyone' },
      { label: 'Theirs', path: '/theirs', menu: 'main', order: 2, audience: 'anyone' },
    ]
    const response = await team.deploy(next(), {
      remote: { ...withRoutes(remote, '/reviews', '/docs/*'), navigation, slots: ['reviews/mine@1'] },
    })

    expect(reasonsIn(response)).toEqual([
      'it provides reviews/mine@1, but its slots must begin with browse/',
      expect.stringContaining('/docs/* is not a path'),
      'its route /reviews is a page of mfe-reviews 3.0.0 already',
      'its menu entry "Theirs" links to /theirs, which is not one of its pages without parameters',
    ])
  })

  it('validates against canaries as well as live versions', async () => {
    const tried = await team.deployAs('mfe-reviews', next(), {
      remote: withRoutes(reviewsRemote, '/likes'),
      canary: 10,
    })
    expect(tried.status).toBe(201)

    const response = await team.deploy(next(), { remote: withRoutes(remote, '/likes') })
    expect(reasonsIn(response)).toEqual([
      expect.stringMatching(/^its route \/likes is a page of mfe-reviews 5\./),
    ])
    expect((await act('mfe-reviews', 'rollback')).status).toBe(200)
  })

  it.each([
    ['a version', {}],
    ['a canary', { canary: 10 }],
  ])('rejects %s with a page of what is served where the live version cannot be', async (_what, how) => {
    const { releases } = team.gateway.context
    const setBrowse = async (change: (stable: PublishedApp) => PublishedApp) => {
      await changeApp(releases, 'mfe-browse', (state) => ({ ...state, stable: change(state.stable) }))
      await insideOf(releases).pull()
    }
    const { live } = await team.stateOf()
    const routes = remote.routes.filter(({ path: page }) => page !== '/desk')
    // Gateways keep serving the version before, which has the page.
    await setBrowse((stable) => ({
      ...stable,
      version: next(),
      baseUrl: '/mf/mfe-browse/elsewhere/',
      remote: { ...remote, routes },
    }))

    const response = await team.deployAs('mfe-reviews', next(), {
      remote: withRoutes(reviewsRemote, '/desk'),
      ...how,
    })

    expect(reasonsIn(response)).toEqual([`its route /desk is a page of mfe-browse ${live.version} already`])
    await setBrowse(() => live)
  })

  it.each([
    [
      'whose page lacks a slot',
      builtShell({ 'index.html': INDEX_HTML.replace('<!--slot:root-->', '') }),
      'its index.html must contain <!--slot:root--> exactly once',
    ],
    [
      'whose page has a slot twice',
      builtShell({ 'index.html': `${INDEX_HTML}<!--slot:data-->` }),
      'its index.html must contain <!--slot:data--> exactly once',
    ],
    [
      'that does not name the files of its page',
      builtShell({ [REMOTE_MANIFEST]: JSON.stringify({ ...SHELL_MANIFEST, metaData: {} }) }),
      'its mf-manifest.json does not name the files of its page',
    ],
  ])('rejects a shell %s', async (_what, files, reason) => {
    expect(reasonsIn(await team.deployAs('shell', next(), {}, files))).toEqual([reason])
  })
})

describe('two teams at the same time', () => {
  it('cannot break the site when one starts to use a slot that the other removes', async () => {
    const before = await team.stateOf('mfe-browse')
    const [using, givingUp] = [next(), next()]

    const responses = await Promise.all([
      team.deploy(using, { uses: [SLOT] }),
      team.deployAs('mfe-reviews', givingUp, { remote: { ...reviewsRemote, slots: [] } }),
    ])

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const [browseState, reviewsState] = [await team.stateOf('mfe-browse'), await team.stateOf('mfe-reviews')]
    const isUsed = browseState.live?.version === using
    const isProvided = reviewsState.live?.version !== givingUp
    expect(isUsed).toBe(isProvided)
    if (isUsed) await act('mfe-browse', 'rollback')
    else await act('mfe-reviews', 'rollback')
    expect((await team.stateOf('mfe-browse')).live?.version).toBe(before.live?.version)
  })
})

describe('a rollback', () => {
  it('is rejected with the reason when other apps have come to depend on the current version', async () => {
    const [without, withIt, user] = [next(), next(), next()]
    await team.deployAs('mfe-reviews', without, { remote: { ...reviewsRemote, slots: [] } })
    await team.deployAs('mfe-reviews', withIt, { remote: reviewsRemote })
    await team.deploy(user, { uses: [SLOT] })

    const refused = await act('mfe-reviews', 'rollback')

    expect([refused.status, reasonsIn(refused)]).toEqual([
      400,
      [`it does not provide ${SLOT}, which mfe-browse ${user} uses`],
    ])
    expect((await act('mfe-browse', 'rollback')).status).toBe(200)
    expect((await act('mfe-reviews', 'rollback')).status).toBe(200)
  })

  it('restores the version that is named, unless its files have been deleted', async () => {
    const [first, second, third] = [next(), next(), next()]
    for (const version of [first, second, third]) await team.deploy(version)
    await rm(path.join(team.site.mf, 'mfe-browse', second), { recursive: true })

    expect((await act('mfe-browse', 'rollback')).json().detail).toMatch(
      /^The files of mfe-browse .* have been removed/,
    )
    expect((await act('mfe-browse', 'rollback', { to: '0.0.1' })).status).toBe(400)
    const response = await act('mfe-browse', 'rollback', {
      to: first,
      by: 'Ada',
      commit: '1a2b3c',
      reason: 'slow',
    })

    const { live, history, bad } = response.json() as unknown as DeployState
    expect(live?.version).toBe(first)
    expect(history[0]).toMatchObject({
      action: 'rollback',
      version: first,
      by: 'the team of mfe-browse',
      author: 'Ada',
      team: 'mfe-browse',
      commit: '1a2b3c',
      reason: 'slow',
    })
    expect(bad[0]).toMatchObject({ version: third, reason: 'slow' })
  })
})

describe('a bad version', () => {
  it('can be deployed again only with confirmation', async () => {
    const version = next()
    await team.deploy(version)
    await act('mfe-browse', 'rollback')

    const refused = await team.deploy(version)
    expect([refused.status, refused.json().type]).toEqual([409, '/problems/rolled-back'])
    const canary = await team.deploy(version, { canary: 10 })
    expect(canary.json().type).toBe('/problems/rolled-back')

    const response = await team.deploy(version, { again: true })
    expect(response.status).toBe(201)
    expect((response.json() as unknown as DeployState).bad.map((bad) => bad.version)).not.toContain(version)
  })
})

describe('a canary', () => {
  it('is not replaced by a plain deploy, and is promoted only under its own version', async () => {
    const [tried, other] = [next(), next()]
    const begun = await team.deploy(tried, { steps: [10, 50, 100] })
    expect((begun.json() as unknown as DeployState).live?.canary).toMatchObject({
      percent: 10,
      steps: [10, 50, 100],
    })

    expect((await team.deploy(other)).json().type).toBe('/problems/canary-running')
    expect((await act('mfe-browse', 'promote', { version: other })).json().type).toBe(
      '/problems/other-canary',
    )
    const promoted = await act('mfe-browse', 'promote', { version: tried })
    expect((promoted.json() as unknown as DeployState).live?.version).toBe(tried)

    await team.deploy(next(), { canary: 10 })
    expect((await team.deploy(other, { replaceCanary: true })).status).toBe(201)
  })
})

describe('an app', () => {
  it('can be retired when no other app needs it, and comes back with its history', async () => {
    await team.deployAs('mfe-reviews', next(), { remote: reviewsRemote })
    await team.deploy(next(), { uses: [SLOT] })
    expect(reasonsIn(await act('mfe-reviews', 'retire'))).toEqual([
      expect.stringContaining(`it does not provide ${SLOT}, which mfe-browse`),
    ])
    await team.deploy(next(), { uses: [] })

    expect((await act('mfe-reviews', 'retire', { reason: 'nobody reads' })).status).toBe(200)
    const accept = { headers: { accept: 'text/html' } }
    await until(async () => (await team.other.send('/reviews', accept)).status === 404)
    expect((await team.stateOf('mfe-reviews')).live).toBeUndefined()
    expect((await act('shell', 'retire')).status).toBe(409)

    expect((await team.deployAs('mfe-reviews', next(), { remote: reviewsRemote })).status).toBe(201)
    const { history } = await team.stateOf('mfe-reviews')
    expect(history.slice(0, 2).map(({ action }) => action)).toEqual(['deploy', 'retire'])
    expect((await team.gateway.send('/reviews', accept)).status).toBe(200)
  })
})

describe('a published file', () => {
  it('can be downloaded with the deploy token, source maps included', async () => {
    const version = next()
    await team.deploy(version, {}, built({ 'remote.1.js.map': 'the source' }))
    const address = `/api/deploys/mfe-browse/${version}/file?path=remote.1.js.map`

    expect((await team.gateway.send(`/mf/mfe-browse/${version}/remote.1.js.map`)).status).toBe(404)
    expect((await team.gateway.send(address, team.as(TOKENS['mfe-browse']))).text).toBe('the source')
    expect((await team.gateway.send(address)).status).toBe(401)
    expect((await team.gateway.send(address, team.as(TOKENS.shell))).status).toBe(403)
    const nothing = address.replace('remote.1', 'nothing')
    expect((await team.gateway.send(nothing, team.as(TOKENS['mfe-browse']))).status).toBe(404)
  })
})
