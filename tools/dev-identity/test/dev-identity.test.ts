import { once } from 'node:events'
import { connect } from 'node:net'
import { OAuth2Client } from 'google-auth-library'
import { type DevIdentity, startDevIdentity } from '../src'

const AUDIENCE = 'offquad-test'
const accounts = [{ email: 'ann.lee@cornell.edu', name: 'Ann "A" <Lee>' }]

let identity: DevIdentity
beforeEach(async () => {
  identity = await startDevIdentity({ accounts, audience: AUDIENCE, emailDomain: 'cornell.edu' })
})
afterEach(() => identity.close())

const verify = async (credential: string) => {
  const client = new OAuth2Client({
    endpoints: { oauth2FederatedSignonPemCertsUrl: identity.certsUrl },
    issuers: [identity.issuer],
    transporterOptions: { fetchImplementation: fetch },
  })
  return (await client.verifyIdToken({ idToken: credential, audience: AUDIENCE })).getPayload()
}

const requestToken = async (body: object) => {
  const response = await fetch(`${identity.url}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const authorize = (query: Record<string, string>) =>
  fetch(`${identity.url}/authorize?${new URLSearchParams(query).toString()}`)

describe('a credential', () => {
  it('verifies with google-auth-library like one from Google', async () => {
    const { body } = await requestToken({ email: 'bo.diaz@cornell.edu' })

    expect(await verify(body.credential)).toMatchObject({
      iss: identity.issuer,
      aud: AUDIENCE,
      email: 'bo.diaz@cornell.edu',
      email_verified: true,
      name: 'Bo Diaz',
    })
  })

  it('is issued for any address and has the same subject each time', async () => {
    const [first, second, other] = await Promise.all(
      ['x@notcornell.edu', 'X@notcornell.edu', 'y@notcornell.edu'].map(async (email) =>
        verify(await identity.credentialFor(email)),
      ),
    )

    expect(first?.sub).toBe(second?.sub)
    expect(other?.sub).not.toBe(first?.sub)
  })

  it('contains the nonce and, on request, an unverified address', async () => {
    const { body } = await requestToken({ email: 'a@b.edu', nonce: 'n-1', emailVerified: false })

    expect(await verify(body.credential)).toMatchObject({ nonce: 'n-1', email_verified: false })
  })

  it('stays valid after a key rotation, and new ones verify at once', async () => {
    const before = await identity.credentialFor('a@b.edu')

    await identity.rotateKeys()

    const after = await identity.credentialFor('a@b.edu')
    expect(after.split('.')[0]).not.toBe(before.split('.')[0])
    await expect(verify(before)).resolves.toBeDefined()
    await expect(verify(after)).resolves.toBeDefined()
  })

  it.each([{ email: 'no address' }, { email: 5 }, {}, { email: 'a@b.edu', name: '' }])(
    'is not issued for the invalid request %j',
    async (body) => {
      expect((await requestToken(body)).status).toBe(400)
    },
  )
})

describe('the account chooser', () => {
  it('offers all accounts as escaped text', async () => {
    await identity.credentialFor('"><script>x</script>@evil.test')

    const page = await (await authorize({ client_id: AUDIENCE, origin: 'http://localhost:8080' })).text()

    expect(page).toContain('Ann &quot;A&quot; &lt;Lee&gt;')
    expect(page).toContain('data-email="&quot;&gt;&lt;script&gt;')
    expect(page).not.toContain('<script>x')
  })

  it('sends credentials only to sites on this machine', async () => {
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1']) {
      expect((await authorize({ client_id: AUDIENCE, origin })).status).toBe(200)
    }
    for (const origin of [
      'https://evil.test',
      'http://localhost.evil.test',
      'http://localhost:8080/x',
      '*',
    ]) {
      expect((await authorize({ client_id: AUDIENCE, origin })).status).toBe(400)
    }
  })

  it('rejects an unknown client and escapes its id', async () => {
    const response = await authorize({ client_id: '<img src=x>', origin: 'http://localhost:8080' })

    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('<img')
  })

  it('cannot be framed and runs no inline script, even if the nonce contains one', async () => {
    const response = await authorize({
      client_id: AUDIENCE,
      origin: 'http://localhost:8080',
      nonce: '"><script>alert(1)</script>',
    })

    expect(response.headers.get('content-security-policy')).toMatch(
      /script-src 'self'.*frame-ancestors 'none'/,
    )
    expect(await response.text()).not.toContain('<script>alert')
  })
})

it('closes although a browser holds a connection that it has opened ahead of requests', async () => {
  const other = await startDevIdentity({ accounts, audience: AUDIENCE, emailDomain: 'cornell.edu' })
  const { hostname, port } = new URL(other.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  await fetch(other.certsUrl)

  await other.close()

  socket.destroy()
})

describe('in production', () => {
  const environment = process.env.NODE_ENV
  afterEach(() => {
    process.env.NODE_ENV = environment
  })

  it('refuses to start', async () => {
    process.env.NODE_ENV = 'production'

    await expect(startDevIdentity({ accounts: [], audience: AUDIENCE })).rejects.toThrow(/production/)
  })
})
