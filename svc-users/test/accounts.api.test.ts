import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { getMe, pathOf, signInWithGoogle } from '@offquad/contracts'
import { startDevIdentity } from '@offquad/dev-identity'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('signing in', () => {
  it('creates an account the first time and finds it again afterwards', async () => {
    const first = await service.signIn('ann.lee@cornell.edu')
    const second = await service.signIn('Ann.Lee@CORNELL.edu')

    expect(first).toMatchObject({
      status: 200,
      body: { user: { displayName: 'Ann Lee', email: 'ann.lee@cornell.edu', role: 'student' } },
    })
    expect(first.body.user).not.toHaveProperty('photoURL')
    expect(second.body.user).toEqual(first.body.user)
  })

  it('creates one account when many tabs sign in at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.signIn('many.tabs@cornell.edu')),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.user.uid)).size).toBe(1)
  })

  it('rejects an address of another domain with the message of the product', async () => {
    const { status, body } = await service.present(await service.identity.credentialFor('x@gmail.com'))

    expect(status).toBe(403)
    expect(body).toMatchObject({ detail: 'Error: Please sign in with a Cornell email.', status: 403 })
  })

  it('rejects an address that the provider has not verified', async () => {
    const credential = await service.identity.credentialFor('new@cornell.edu', { emailVerified: false })

    expect(await service.present(credential)).toMatchObject({
      status: 403,
      body: { type: '/problems/email-not-verified' },
    })
  })

  it('works right after the provider rotated its keys', async () => {
    await service.identity.rotateKeys()

    expect((await service.signIn('ann.lee@cornell.edu')).status).toBe(200)
  })

  describe('with a credential that is not one', () => {
    const genuine = () => service.identity.credentialFor('ann.lee@cornell.edu')
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

    const withHeader = async (change: object, signature: (signed: string) => string) => {
      const [header, payload] = (await genuine()).split('.')
      const signed = `${encode({ ...decode(header), ...change })}.${payload}`
      return `${signed}.${signature(signed)}`
    }

    it.each<[string, () => Promise<string>]>([
      ['gibberish', async () => 'gibberish'],
      ['three empty parts', async () => '..'],
      ['an expired one', () => service.identity.credentialFor('a@cornell.edu', { expiresInSeconds: -900 })],
      ['one for another site', () => service.identity.credentialFor('a@cornell.edu', { audience: 'other' })],
      ['an unsigned one', () => withHeader({ alg: 'none' }, () => '')],
      [
        'one signed with another key',
        () =>
          withHeader({}, (signed) => sign('RSA-SHA256', Buffer.from(signed), stranger).toString('base64url')),
      ],
      [
        'one signed with the public key as a secret',
        () =>
          withHeader({ alg: 'HS256' }, (signed) =>
            createHmac('sha256', 'public').update(signed).digest('base64url'),
          ),
      ],
      ['one with an unknown key', () => withHeader({ kid: 'unknown' }, () => 'AAAA')],
      ['one with a key named like a built-in', () => withHeader({ kid: '__proto__' }, () => 'AAAA')],
      [
        'one whose address was changed',
        async () => {
          const [header, payload, signature] = (await genuine()).split('.')
          return [header, encode({ ...decode(payload), email: 'admin@cornell.edu' }), signature].join('.')
        },
      ],
    ])('refuses %s', async (_what, credential) => {
      const { status, body } = await service.present(await credential())

      expect(status).toBe(401)
      expect(body.type).toBe('/problems/credential-refused')
    })

    it('rejects one of another issuer', async () => {
      const other = await startDevIdentity({ accounts: [], audience: 'offquad-test' })
      const credential = await other.credentialFor('a@cornell.edu')
      await other.close()

      expect((await service.present(credential)).status).toBe(401)
    })

    it.each([{}, { credential: '' }, { credential: 5 }])('calls %j invalid input', async (body) => {
      expect((await service.call(pathOf(signInWithGoogle), { body })).status).toBe(400)
    })
  })
})

it.each([
  ['admin@cornell.edu', 'admin'],
  ['BOSS@cornell.edu', 'admin'],
  ['dev@cornell.edu', 'developer'],
])('a configured address in any case has its role: %s', async (email, role) => {
  expect((await service.signIn(email)).body.user.role).toBe(role)
})

describe('access tokens', () => {
  it('are EdDSA, live ten minutes and name the key they verify with', async () => {
    const { body } = await service.signIn('ann.lee@cornell.edu')
    const { body: keySet } = await service.call('/.well-known/jwks.json')

    const [header, payload] = body.accessToken.split('.', 2).map((part: string) => decode(part))

    expect(header).toMatchObject({ alg: 'EdDSA', kid: keySet.keys[0].kid })
    expect(payload).toMatchObject({ iss: 'offquad', aud: 'offquad', sub: body.user.uid, role: 'student' })
    expect(payload.exp - payload.iat).toBe(600)
  })

  it('are published with public keys only', async () => {
    const { body } = await service.call('/.well-known/jwks.json')

    const publicParts = { x: expect.any(String), kid: expect.any(String) }
    expect(body.keys).toEqual([{ ...publicParts, crv: 'Ed25519', kty: 'OKP', alg: 'EdDSA', use: 'sig' }])
  })
})

describe('who am I', () => {
  it('returns the signed-in user, and is 401 for a deleted account', async () => {
    const { accessToken, user } = (await service.signIn('ann.lee@cornell.edu')).body
    const gone = service.context.tokens.issue({ id: 'gone', role: 'student' })

    expect(await service.call(pathOf(getMe), { token: accessToken })).toMatchObject({
      status: 200,
      body: user,
    })
    expect(await service.call(pathOf(getMe), { token: gone })).toMatchObject({
      status: 401,
      body: { type: '/problems/account-gone' },
    })
  })
})

describe('without the identity provider', () => {
  it('reports that sign-in is not possible right now', async () => {
    const alone = await startUsers()
    const credential = await alone.identity.credentialFor('a@cornell.edu')
    await alone.identity.close()

    const { status, body } = await alone.present(credential)

    expect([status, body.type]).toEqual([503, '/problems/identity-provider-unreachable'])
    await alone.close()
  })
})
