import { until } from '@offquad/service-kit/testing'
import { type DeployState, REMOTE_MANIFEST } from '@offquad/contracts'
import { MANIFEST } from './published-site'
import { pageDataIn } from './read-page'
import { forTests } from './for-tests'
import { built, builtShell, remote, shared, SHELL_MANIFEST, startTeam, TOKENS } from './team'

const withDraft = { ...remote, routes: [...remote.routes, { path: '/draft', title: 'Draft' }] }

const team = forTests(startTeam)

const open = (address: string, cookie?: string, gateway = team.gateway) =>
  gateway.send(address, { headers: { accept: 'text/html', ...(cookie && { cookie }) } })
const cookieOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie']).split(';')[0]

let link = ''
beforeAll(async () => {
  const response = await team.deploy('2.5.0', { preview: true, remote: withDraft })
  expect(response.status).toBe(201)
  link = (response.json() as unknown as DeployState).previewPath ?? ''
})

describe('a preview', () => {
  it('changes nothing for other visitors', async () => {
    expect(await team.versionFor(team.gateway)).toBe('2.0.0')
    expect((await open('/draft')).status).toBe(404)
    const { live, previews, history } = await team.stateOf()
    expect([live.version, previews.map(({ version, path }) => [version, path])]).toEqual([
      '2.0.0',
      [['2.5.0', link]],
    ])
    expect(history.map(({ version }) => version)).not.toContain('2.5.0')
  })

  it('shows and announces its version on every page, at every gateway, to visitors who have opened its link', async () => {
    const first = await open(link, undefined, team.other)
    const cookie = cookieOf(first)

    expect(first.text).toContain('/mf/mfe-browse/2.5.0/')
    expect(String(first.headers['set-cookie'])).toMatch(/; Path=\/; SameSite=Lax; HttpOnly$/)
    expect(String(first.headers['cache-control'])).toContain('no-store')
    const next = await open('/draft', cookie)
    expect([next.status, pageDataIn(next.text).previews]).toEqual([
      200,
      [{ app: 'mfe-browse', version: '2.5.0' }],
    ])
    expect(next.headers['set-cookie']).toBeUndefined()
    expect(pageDataIn((await open('/')).text).previews).toBeUndefined()
  })

  it('of a shell that is not live shows remotes that need it with one link', async () => {
    const newer = { ...SHELL_MANIFEST, shared: [shared('react', { version: '20.0.0' })] }
    const shell = builtShell({ [REMOTE_MANIFEST]: JSON.stringify(newer) })
    const needed = { ...MANIFEST, shared: [shared('react', { requiredVersion: '^20.0.0' })] }
    const needsIt = built({ [REMOTE_MANIFEST]: JSON.stringify(needed) })
    const ofShell = await team.deployAs('shell', '1.1.0', { preview: true }, shell)
    const shellLink = (ofShell.json() as unknown as DeployState).previewPath ?? ''
    const previewWith = shellLink.replace('/?preview=', '')

    const alone = await team.deploy('2.6.0', { preview: true }, needsIt)
    const joined = await team.deploy('2.6.0', { preview: true, previewWith }, needsIt)

    expect([ofShell.status, alone.status, joined.status]).toEqual([201, 400, 201])
    const page = await open(shellLink)
    expect(page.text).toContain('/mf/shell/1.1.0/main.js')
    expect(page.text).toContain('/mf/mfe-browse/2.6.0/')
    expect((await open('/', cookieOf(page))).text).toContain('/mf/mfe-browse/2.6.0/')
    expect(await team.versionFor(team.gateway)).toBe('2.0.0')
    const unknown = { preview: true, previewWith: 'no-such-preview-link' }
    expect((await team.deploy('2.7.0', unknown)).json().type).toBe('/problems/no-such-preview')
  })

  it('is left with ?preview=off', async () => {
    const response = await open('/?preview=off', cookieOf(await open(link)))

    expect(response.text).toContain('/mf/mfe-browse/2.0.0/')
    expect(String(response.headers['set-cookie'])).toMatch(/^offquad-preview=; Max-Age=0/)
  })

  it.each(['?preview=nobody-has-made-this-one', '?preview=short', '?preview='])(
    'is not shown without a valid link: /%s',
    async (query) => {
      const response = await open(`/${query}`)

      expect([response.status, response.text.includes('/mf/mfe-browse/2.0.0/')]).toEqual([200, true])
    },
  )

  it('that no longer exists shows the live site and clears its cookie', async () => {
    const response = await open('/', 'offquad-preview=a-token-of-some-years-ago')

    expect(response.text).toContain('/mf/mfe-browse/2.0.0/')
    expect(String(response.headers['set-cookie'])).toMatch(/^offquad-preview=; Max-Age=0/)
  })

  it('is validated against the live site like any version, and may be older than what is live', async () => {
    const taken = { ...remote, routes: [{ path: '/reviews', title: 'Mine' }] }

    expect((await team.deploy('2.8.0', { preview: true, remote: taken })).status).toBe(400)
    expect((await team.deploy('1.9.0', { preview: true })).status).toBe(201)
  })

  it('of an app that was never live ends with its version, or with the app', async () => {
    const preview = { preview: true, remote: { ...remote, name: 'new', routes: [] } }
    const exists = async () =>
      (await team.gateway.send('/api/deploys/mfe-new', team.as(TOKENS['mfe-new']))).status

    expect((await team.deployAs('mfe-new', '1.0.0', preview)).status).toBe(201)
    const ended = await team.act('end-preview', { app: 'mfe-new', body: { version: '1.0.0' } })
    expect([ended.status, ended.json(), await exists()]).toMatchObject([200, { previews: [] }, 404])

    expect((await team.deployAs('mfe-new', '1.0.1', preview)).status).toBe(201)
    const retired = await team.act('retire', { app: 'mfe-new', body: {} })
    expect([retired.status, await exists()]).toEqual([200, 404])
  })

  it('keeps its link when its version is previewed again, and can go live', async () => {
    const again = await team.deploy('2.5.0', { preview: true, remote: withDraft })
    expect((again.json() as unknown as DeployState).previewPath).toBe(link)

    expect((await team.deploy('2.5.0', { remote: withDraft })).status).toBe(201)
    await until(async () => (await team.versionFor(team.other)) === '2.5.0')
    await team.act('rollback')
  })
})
