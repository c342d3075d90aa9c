import { allowOverrides, type Role } from '@offquad/contracts'
import { startTokenIssuer, until } from '@offquad/service-kit/testing'
import { type GatewayConfig } from '../src/config'
import { forTests } from './for-tests'
import { publishKeys, startGateway } from './gateway-under-test'

describe("overrides with a developer's slices", () => {
  const issuer = forTests(startTokenIssuer)
  const gateway = forTests(() => start('developers'))

  const start = (MF_OVERRIDES: GatewayConfig['MF_OVERRIDES']) =>
    startGateway({ 'svc-users': (app) => publishKeys(app, issuer) }, { settings: { MF_OVERRIDES } })
  const ask = (role?: Role, { userId = 'someone', at = gateway } = {}) =>
    at.send(allowOverrides.path, {
      method: 'POST',
      headers: { ...(role && { authorization: `Bearer ${issuer.tokenFor(userId, role)}` }) },
    })
  async function pageWith(cookie?: string, at = gateway) {
    const { text, headers } = await at.send('/', {
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
    })
    const policy = String(headers['content-security-policy'])
    return {
      isAllowed: text.includes('"allowsOverrides":true'),
      mayLoad: policy.includes('http://localhost:*'),
    }
  }
  const ALLOWED = { isAllowed: true, mayLoad: true }
  const REFUSED = { isAllowed: false, mayLoad: false }

  it('are allowed for developers only, by a cookie that scripts cannot read', async () => {
    const response = await ask('developer')

    expect(response.status).toBe(204)
    const cookie = String(response.headers['set-cookie'])
    expect(cookie).toMatch(/; Path=\/; SameSite=Strict; HttpOnly$/)
    const pair = cookie.split(';')[0]
    expect(await pageWith(`other=1; ${pair}`)).toEqual(ALLOWED)
    expect(await pageWith()).toEqual(REFUSED)
  })

  it('end soon after the role is revoked', async () => {
    const { headers } = await ask('developer', { userId: 'a former one' })
    const cookie = String(headers['set-cookie']).split(';')[0]
    expect(await pageWith(cookie)).toEqual(ALLOWED)

    issuer.revoke({ userId: 'a former one', minVersion: 1 })

    await until(async () => !(await pageWith(cookie)).isAllowed)
    expect(await pageWith(cookie)).toEqual(REFUSED)
  })

  it.each([
    ['an anonymous caller', undefined, 401],
    ['a student', 'student', 403],
    ['an administrator', 'admin', 403],
  ] as const)('are denied to %s', async (_who, role, status) => {
    expect((await ask(role)).status).toBe(status)
    const forged = `offquad-developer=${role ? issuer.tokenFor('someone', role) : 'nonsense'}`
    expect(await pageWith(forged)).toEqual(REFUSED)
  })

  it('end when the token expires', async () => {
    expect(await pageWith(`offquad-developer=${issuer.tokenFor('someone', 'developer', 700)}`)).toEqual(
      REFUSED,
    )
  })

  it('are denied to developers when they are disabled', async () => {
    const at = await start('off')

    expect((await ask('developer', { at })).status).toBe(403)
    const cookie = `offquad-developer=${issuer.tokenFor('someone', 'developer')}`
    expect(await pageWith(cookie, at)).toEqual(REFUSED)
    await at.close()
  })
})
