import { brotliCompressSync } from 'node:zlib'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { until } from '@offquad/service-kit/testing'
import { type DeployState, type RemoteDescriptor, REMOTE_MANIFEST } from '@offquad/contracts'
import { INDEX_HTML, SLOT } from './published-site'
import { built, JSON_BODY, remote, SHELL_MANIFEST, startTeam, type Team, TOKENS } from './team'

const browse = remote as RemoteDescriptor
const reviews: RemoteDescriptor = {
  name: 'reviews',
  slots: [SLOT],
  routes: [{ path: '/reviews', title: 'Reviews' }],
}
const withRoutes = (descriptor: RemoteDescriptor, ...paths: string[]): RemoteDescriptor => ({
  ...descriptor,
  routes: [...descriptor.routes, ...paths.map((route) => ({ path: route, title: 'A page' }))],
})

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.close())

let number = 0
/** A version that is not deployed yet. */
const next = () => `5.${(number += 1)}.0`

const reasonsIn = (response: { json(): Record<string, unknown> }) =>
  (response.json().errors as { message: string }[]).map(({ message }) => message)

const stateOf = async (app: keyof typeof TOKENS) =>
  JSON.parse((await team.gateway.send(`/api/deploys/${app}`, team.as(TOKENS[app]))).text) as DeployState

const act = (app: keyof typeof TOKENS, action: string, body: object = {}) =>
  team.gateway.send(`/api/deploys/${app}/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...team.as(TOKENS[app], JSON_BODY),
  })

describe('the contract gate', () => {
  it('rejects a version with calls that no service serves, in its code or link previews, and names the service to deploy first', async () => {
    const early = await team.deployAs('mfe-reviews', next(), {
      remote: {
        ...reviews,
        routes: [
          {
            path: '/reviews',
            title: 'Reviews',
            preview: { answer: '/api/not-described/:id', title: '/title' },
          },
        ],
      },
      calls: ['GET /api/faqs', 'POST /api/not-yet', 'POST /api/faqs/:id/votes'],
    })
    const fitting = await team.deployAs('mfe-reviews', next(), {
      remote: reviews,
      calls: ['GET /api/faqs'],
      preview: true,
    })

    expect(early.status).toBe(400)
    expect(reasonsIn(early)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('it calls POST /api/not-yet, which no service serves yet'),
        expect.stringContaining('GET /api/not-described/:id'),
        'it calls POST /api/faqs/:id/votes, which no instance of svc-users serves yet: deploy svc-users first',
      ]),
    )
    expect(fitting.status).toBe(201)
  })

  it.each([
    ['a page of another team', ['/reviews'], 'its route /reviews is a page of mfe-reviews 3.0.0 already'],
    [
      'a page of another team in different case',
      ['/Reviews/'],
      'its route /Reviews/ is a page of mfe-reviews 3.0.0 already',
    ],
    [
      'two routes for the same page',
      ['/apartment/:id'],
      'its routes /apartment/:aptId and /apartment/:id are the same',
    ],
    [
      'two overlapping pages of equal specificity',
      ['/a/:x/c', '/a/b/:y'],
      'its routes /a/:x/c and /a/b/:y overlap, and neither is more specific',
    ],
    ['a path of the gateway', ['/api/mine'], 'its route /api/mine is reserved for the platform (/api)'],
    ['the files of all apps', ['/mf/:app'], 'its route /mf/:app is reserved for the platform (/mf)'],
    [
      'a route that begins with a parameter',
      ['/:any/:thing/at/all'],
      'its route /:any/:thing/at/all begins with a parameter and would match the paths of other apps',
    ],
    [
      'a wildcard',
      ['/docs/*'],
      'its route /docs/* is not a path (*): a path is / or like /name/:parameter, of letters, digits and . _ ~ -',
    ],
    [
      'a regular expression',
      ['/docs/:id(\\d+)'],
      'its route /docs/:id(\\d+) is not a path (:id(\\d+)): a path is / or like /name/:parameter, of letters, digits and . _ ~ -',
    ],
    [
      'an optional parameter',
      ['/docs/:id?'],
      'its route /docs/:id? is not a path (:id?): a path is / or like /name/:parameter, of letters, digits and . _ ~ -',
    ],
    ['a parameter twice', ['/docs/:id/:id'], 'its route /docs/:id/:id names a parameter twice'],
  ])('rejects %s', async (_what, paths, reason) => {
    const response = await team.deploy(next(), { remote: withRoutes(browse, ...paths) })

    expect([response.status, reasonsIn(response)]).toEqual([400, [reason]])
  })

  it('reports every reason at once', async () => {
    const navigation = [
      { label: 'Home', path: '/', menu: 'main', order: 1, audience: 'anyone' },
      { label: 'Theirs', path: '/theirs', menu: 'main', order: 2, audience: 'anyone' },
    ]
    const response = await team.deploy(next(), {
      remote: { ...withRoutes(browse, '/reviews', '/docs/*'), navigation, slots: ['reviews/mine@1'] },
    })

    expect(reasonsIn(response)).toEqual([
      'it provides reviews/mine@1, but its slots must begin with browse/',
      expect.stringContaining('/docs/* is not a path'),
      'its route /reviews is a page of mfe-reviews 3.0.0 already',
      'its menu entry "Theirs" links to /theirs, which is not one of its pages without parameters',
    ])
  })

  it('rejects a version that is not a folder name', async () => {
    expect((await team.deploy('...')).status).toBe(400)
  })

  it('accepts a page that is more specific than another page of the same team', async () => {
    const remoteWithNew = withRoutes(browse, '/apartment/new')
    expect((await team.deploy(next(), { remote: remoteWithNew })).status).toBe(201)

    const shown = await team.gateway.send('/apartment/new', { headers: { accept: 'text/html' } })
    expect(shown.text).toContain('| A page</title>')
  })

  it('validates against canaries as well as live versions', async () => {
    const tried = await team.deployAs('mfe-reviews', next(), {
      remote: withRoutes(reviews, '/likes'),
      canary: 10,
    })
    expect(tried.status).toBe(201)

    const response = await team.deploy(next(), { remote: withRoutes(browse, '/likes') })
    expect(reasonsIn(response)).toEqual([
      expect.stringMatching(/^its route \/likes is a page of mfe-reviews 5\./),
    ])
    expect((await act('mfe-reviews', 'rollback')).status).toBe(200)
  })

  it.each([
    [
      'a shell whose page lacks a slot',
      { html: INDEX_HTML.replace('<!--slot:root-->', '') },
      '<!--slot:root-->',
    ],
    ['a shell whose page has a slot twice', { html: `${INDEX_HTML}<!--slot:data-->` }, '<!--slot:data-->'],
  ])('rejects %s', async (_what, { html }, slot) => {
    const response = await team.deployAs('shell', next(), {}, shellFiles(html))

    expect(reasonsIn(response)).toEqual([`its index.html must contain ${slot} exactly once`])
  })

  it('rejects a shell that does not name the files of its page', async () => {
    const response = await team.deployAs(
      'shell',
      next(),
      {},
      shellFiles(INDEX_HTML, { ...SHELL_MANIFEST, metaData: {} }),
    )

    expect(reasonsIn(response)).toEqual(['its mf-manifest.json does not name the files of its page'])
  })
})

const shellFiles = (html: string, manifest: object = SHELL_MANIFEST) => ({
  'index.html': html,
  [REMOTE_MANIFEST]: JSON.stringify(manifest),
  'main.js': 'shell',
  'main.js.br': brotliCompressSync('shell'),
})

describe('two teams at the same time', () => {
  it('cannot break the site when one starts to use a slot that the other removes', async () => {
    const before = await stateOf('mfe-browse')
    const [using, givingUp] = [next(), next()]

    const responses = await Promise.all([
      team.deploy(using, { uses: [SLOT] }),
      team.deployAs('mfe-reviews', givingUp, { remote: { ...reviews, slots: [] } }),
    ])

    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400])
    const [browseState, reviewsState] = [await stateOf('mfe-browse'), await stateOf('mfe-reviews')]
    const isUsed = browseState.live?.version === using
    const isProvided = reviewsState.live?.version !== givingUp
    expect(isUsed).toBe(isProvided)
    if (isUsed) await act('mfe-browse', 'rollback')
    else await act('mfe-reviews', 'rollback')
    expect((await stateOf('mfe-browse')).live?.version).toBe(before.live?.version)
  })
})

describe('a rollback', () => {
  it('is rejected with the reason when other apps have come to depend on the current version', async () => {
    const [without, withIt, user] = [next(), next(), next()]
    await team.deployAs('mfe-reviews', without, { remote: { ...reviews, slots: [] } })
    await team.deployAs('mfe-reviews', withIt, { remote: reviews })
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
    expect((response.json() as unknown as DeployState).bad.map((one) => one.version)).not.toContain(version)
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
    await team.deployAs('mfe-reviews', next(), { remote: reviews })
    await team.deploy(next(), { uses: [SLOT] })
    expect(reasonsIn(await act('mfe-reviews', 'retire'))).toEqual([
      expect.stringContaining(`it does not provide ${SLOT}, which mfe-browse`),
    ])
    await team.deploy(next(), { uses: [] })

    expect((await act('mfe-reviews', 'retire', { reason: 'nobody reads' })).status).toBe(200)
    const accept = { headers: { accept: 'text/html' } }
    await until(async () => (await team.other.send('/reviews', accept)).status === 404)
    expect((await stateOf('mfe-reviews')).live).toBeUndefined()
    expect((await act('shell', 'retire')).status).toBe(409)

    expect((await team.deployAs('mfe-reviews', next(), { remote: reviews })).status).toBe(201)
    const { history } = await stateOf('mfe-reviews')
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

it('the served versions are stored next to the registry', async () => {
  const { live } = await stateOf('mfe-browse')
  await until(async () => {
    const text = await readFile(path.join(team.site.mf, 'registry.json'), 'utf8')
    return text.includes(`/mf/mfe-browse/${live?.version}/`)
  })
})
