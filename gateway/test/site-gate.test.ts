import { until } from '@offquad/service-kit/testing'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
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
/** A version nobody has deployed yet. */
const next = () => `5.${(number += 1)}.0`

async function deployAs(app: keyof typeof TOKENS, version: string, body: object, files = built()) {
  await team.upload(version, files, app)
  const announced = Object.entries(files).map(([name, content]) => ({
    path: name,
    bytes: Buffer.byteLength(content),
    sha384: createHash('sha384').update(content).digest('base64'),
  }))
  return team.gateway.send(`/api/deploys/${app}/${version}`, {
    method: 'POST',
    body: JSON.stringify({ files: announced, ...body }),
    ...team.as(TOKENS[app], JSON_BODY),
  })
}

const reasonsIn = (answer: { json(): Record<string, unknown> }) =>
  (answer.json().errors as { message: string }[]).map(({ message }) => message)

const stateOf = async (app: keyof typeof TOKENS) =>
  JSON.parse((await team.gateway.send(`/api/deploys/${app}`, team.as(TOKENS[app]))).text) as DeployState

const act = (app: keyof typeof TOKENS, action: string, body: object = {}) =>
  team.gateway.send(`/api/deploys/${app}/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...team.as(TOKENS[app], JSON_BODY),
  })

describe('the gate', () => {
  it('refuses a version that makes calls no service serves, in its code, for its first screen or for links to it, with the service to deploy first', async () => {
    const early = await deployAs('mfe-reviews', next(), {
      remote: {
        ...reviews,
        routes: [
          {
            path: '/reviews',
            title: 'Reviews',
            data: ['/api/not-yet/:id'],
            preview: { answer: '/api/not-described/:id', title: '/title' },
          },
        ],
      },
      calls: ['GET /api/faqs', 'POST /api/not-yet', 'POST /api/faqs/:id/votes'],
    })
    const fitting = await deployAs('mfe-reviews', next(), {
      remote: reviews,
      calls: ['GET /api/faqs'],
      preview: true,
    })

    expect(early.status).toBe(400)
    expect(reasonsIn(early)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('it calls POST /api/not-yet, which no service serves yet'),
        expect.stringContaining('GET /api/not-yet'),
        expect.stringContaining('GET /api/not-described/:id'),
        'it calls POST /api/faqs/:id/votes, which is served by no instance of svc-users yet: deploy svc-users first',
      ]),
    )
    expect(fitting.status).toBe(201)
  })

  it.each([
    ['a page of another team', ['/reviews'], 'its route /reviews is a page of mfe-reviews 3.0.0 already'],
    [
      'the same page in other letters',
      ['/Reviews/'],
      'its route /Reviews/ is a page of mfe-reviews 3.0.0 already',
    ],
    [
      'its own page twice',
      ['/apartment/:id'],
      'its routes /apartment/:aptId and /apartment/:id are the same',
    ],
    [
      'two pages neither of which is more specific',
      ['/a/:x/c', '/a/b/:y'],
      'its routes /a/:x/c and /a/b/:y both match some addresses, and neither is more specific',
    ],
    ['a path of the gateway', ['/api/mine'], 'its route /api/mine is taken by the platform itself (/api)'],
    ['the files of all apps', ['/mf/:app'], 'its route /mf/:app is taken by the platform itself (/mf)'],
    [
      'everything that nobody else has',
      ['/:any/:thing/at/all'],
      'its route /:any/:thing/at/all begins with a parameter and would take the addresses of others',
    ],
    [
      'a wildcard',
      ['/docs/*'],
      'its route /docs/* is not a path (*): a path is / or /name/:parameter, of letters, digits and . _ ~ -',
    ],
    [
      'an expression',
      ['/docs/:id(\\d+)'],
      'its route /docs/:id(\\d+) is not a path (:id(\\d+)): a path is / or /name/:parameter, of letters, digits and . _ ~ -',
    ],
    [
      'an optional parameter',
      ['/docs/:id?'],
      'its route /docs/:id? is not a path (:id?): a path is / or /name/:parameter, of letters, digits and . _ ~ -',
    ],
    ['a parameter twice', ['/docs/:id/:id'], 'its route /docs/:id/:id names a parameter twice'],
  ])('refuses %s', async (_what, paths, reason) => {
    const answer = await team.deploy(next(), { remote: withRoutes(browse, ...paths) })

    expect([answer.status, reasonsIn(answer)]).toEqual([400, [reason]])
  })

  it('names every reason at once', async () => {
    const navigation = [
      { label: 'Home', path: '/', menu: 'main', order: 1, audience: 'anyone' },
      { label: 'Theirs', path: '/theirs', menu: 'main', order: 2, audience: 'anyone' },
    ]
    const answer = await team.deploy(next(), {
      remote: { ...withRoutes(browse, '/reviews', '/docs/*'), navigation, slots: ['reviews/mine@1'] },
    })

    expect(reasonsIn(answer)).toEqual([
      'it provides reviews/mine@1, but its slots begin with browse/',
      expect.stringContaining('/docs/* is not a path'),
      'its route /reviews is a page of mfe-reviews 3.0.0 already',
      'its menu entry "Theirs" leads to /theirs, which is not a page of its own without parameters',
    ])
  })

  it('refuses a version that names no folder', async () => {
    expect((await team.deploy('...')).status).toBe(400)
  })

  it('lets a page be more specific than another one of the same team', async () => {
    const remoteWithNew = withRoutes(browse, '/apartment/new')
    expect((await team.deploy(next(), { remote: remoteWithNew })).status).toBe(201)

    const shown = await team.gateway.send('/apartment/new', { headers: { accept: 'text/html' } })
    expect(shown.text).toContain('| A page</title>')
  })

  it('judges against what is tried as well as what is live', async () => {
    const tried = await deployAs('mfe-reviews', next(), { remote: withRoutes(reviews, '/likes'), canary: 10 })
    expect(tried.status).toBe(201)

    const answer = await team.deploy(next(), { remote: withRoutes(browse, '/likes') })
    expect(reasonsIn(answer)).toEqual([
      expect.stringMatching(/^its route \/likes is a page of mfe-reviews 5\./),
    ])
    expect((await act('mfe-reviews', 'rollback')).status).toBe(200)
  })

  it('refuses a shell without the places for what pages need', async () => {
    const files = {
      'index.html': INDEX_HTML.replace('<!--offquad:head-->', ''),
      [REMOTE_MANIFEST]: JSON.stringify(SHELL_MANIFEST),
      'main.js.br': 'shell',
    }
    const answer = await deployAs('shell', next(), {}, files)

    expect(reasonsIn(answer)).toEqual(['its index.html needs <!--offquad:head--> once'])
  })
})

describe('two teams at the same time', () => {
  it('cannot make a site that does not fit: one starts to use what the other gives up', async () => {
    const before = await stateOf('mfe-browse')
    const [using, givingUp] = [next(), next()]

    const responses = await Promise.all([
      team.deploy(using, { uses: [SLOT] }),
      deployAs('mfe-reviews', givingUp, { remote: { ...reviews, slots: [] } }),
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

  it('both succeed where they do not concern each other', async () => {
    const responses = await Promise.all([
      team.deploy(next()),
      deployAs('mfe-reviews', next(), { remote: reviews }),
    ])

    expect(responses.map(({ status }) => status)).toEqual([201, 201])
  })
})

describe('a rollback', () => {
  it('is refused, with the reason, where it would take away what others have come to need', async () => {
    const [without, withIt, user] = [next(), next(), next()]
    await deployAs('mfe-reviews', without, { remote: { ...reviews, slots: [] } })
    await deployAs('mfe-reviews', withIt, { remote: reviews })
    await team.deploy(user, { uses: [SLOT] })

    const refused = await act('mfe-reviews', 'rollback')

    expect([refused.status, reasonsIn(refused)]).toEqual([
      400,
      [`it does not provide ${SLOT}, which mfe-browse ${user} uses`],
    ])
    expect((await act('mfe-browse', 'rollback')).status).toBe(200)
    expect((await act('mfe-reviews', 'rollback')).status).toBe(200)
  })

  it('is refused to a page that another team has taken meanwhile', async () => {
    const [had, gaveUp, took] = [next(), next(), next()]
    await deployAs('mfe-reviews', had, { remote: withRoutes(reviews, '/map') })
    await deployAs('mfe-reviews', gaveUp, { remote: reviews })
    await team.deploy(took, { remote: withRoutes(browse, '/map') })

    const refused = await act('mfe-reviews', 'rollback')

    expect([refused.status, reasonsIn(refused)]).toEqual([
      400,
      [`its route /map is a page of mfe-browse ${took} already`],
    ])
    await act('mfe-browse', 'rollback')
  })

  it('leads to the version that is named, and never to one whose files are gone', async () => {
    const [first, second, third] = [next(), next(), next()]
    for (const version of [first, second, third]) await team.deploy(version)
    await rm(path.join(team.site.mf, 'mfe-browse', second), { recursive: true })

    expect((await act('mfe-browse', 'rollback')).json().detail).toMatch(
      /^The files of mfe-browse .* are not there/,
    )
    expect((await act('mfe-browse', 'rollback', { to: '0.0.1' })).status).toBe(400)
    const answer = await act('mfe-browse', 'rollback', {
      to: first,
      by: 'Ada',
      commit: '1a2b3c',
      reason: 'slow',
    })

    const { live, history, bad } = answer.json() as unknown as DeployState
    expect(live?.version).toBe(first)
    expect(history[0]).toMatchObject({
      action: 'rollback',
      version: first,
      by: 'Ada',
      team: 'mfe-browse',
      commit: '1a2b3c',
      reason: 'slow',
    })
    expect(bad[0]).toMatchObject({ version: third, reason: 'slow' })
  })
})

describe('a version that failed', () => {
  it('is deployed again only on purpose', async () => {
    const version = next()
    await team.deploy(version)
    await act('mfe-browse', 'rollback')

    const refused = await team.deploy(version)
    expect([refused.status, refused.json().type]).toEqual([409, '/problems/rolled-back'])
    const canary = await team.deploy(version, { canary: 10 })
    expect(canary.json().type).toBe('/problems/rolled-back')

    const answer = await team.deploy(version, { again: true })
    expect(answer.status).toBe(201)
    expect((answer.json() as unknown as DeployState).bad.map((one) => one.version)).not.toContain(version)
  })
})

describe('a canary', () => {
  it('is not ended by a plain deploy, and only the version that is meant is promoted', async () => {
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
  it('is retired when nobody needs it, and comes back with its history', async () => {
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

    expect((await deployAs('mfe-reviews', next(), { remote: reviews })).status).toBe(201)
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

it('writes down what is served beside the registry', async () => {
  const { live } = await stateOf('mfe-browse')
  await until(async () => {
    const text = await readFile(path.join(team.site.mf, 'registry.served.json'), 'utf8')
    return text.includes(`/mf/mfe-browse/${live?.version}/`)
  })
})
