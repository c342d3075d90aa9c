import { issueSignInNonce, pathOf, signInWithGoogle } from '@offquad/contracts'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())

const credentialFor = (...args: Parameters<TestUsers['identity']['credentialFor']>) =>
  service.identity.credentialFor(...args)

describe('a credential', () => {
  it('is valid once: presenting it again requires another sign-in', async () => {
    const credential = await credentialFor('once@cornell.edu')

    expect((await service.present(credential)).status).toBe(200)
    expect(await service.present(credential)).toMatchObject({
      status: 401,
      body: {
        type: '/problems/credential-used',
        detail: 'This sign-in has already been used. Please sign in again.',
      },
    })
  })

  it('is valid once although its signature is encoded differently', async () => {
    const credential = await credentialFor('spelled@cornell.edu')
    // 2048 bits are 342 characters of which the last one has four that say nothing.
    const spelled = `${credential.slice(0, -1)}${String.fromCharCode(credential.charCodeAt(credential.length - 1) + 1)}`
    const bytesOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url')
    expect(bytesOf(spelled)).toEqual(bytesOf(credential))

    expect((await service.present(credential)).status).toBe(200)
    expect(await service.present(spelled)).toMatchObject({
      status: 401,
      body: { type: '/problems/credential-used' },
    })
  })

  it('signs in only one of many concurrent requests', async () => {
    const credential = await credentialFor('many.tabs@cornell.edu')

    const replies = await Promise.all(Array.from({ length: 20 }, () => service.present(credential)))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(401)])
  })
})

describe('the nonce', () => {
  const openBrowser = async () => {
    const { body, response } = await service.call(pathOf(issueSignInNonce), { method: 'POST' })
    const [cookie = ''] = response.headers.getSetCookie()
    return { nonce: body.nonce as string, setCookie: cookie, cookie: cookie.split(';')[0] }
  }
  const signIn = async (credential: string, cookie?: string) => {
    const { status, body, response } = await service.call(pathOf(signInWithGoogle), {
      body: { credential },
      ...(cookie !== undefined && { cookie }),
    })
    return { status, type: body.type as string | undefined, cookies: response.headers.getSetCookie() }
  }
  const OTHER_BROWSER = { status: 401, type: '/problems/credential-of-another-browser' }

  it('is accepted from the browser it was issued to, once', async () => {
    const { nonce, cookie, setCookie } = await openBrowser()
    expect(setCookie).toMatch(/; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/)

    const signedIn = await signIn(await credentialFor('maya@cornell.edu', { nonce }), cookie)

    expect(signedIn.status).toBe(200)
    expect(signedIn.cookies.find((text) => text.startsWith('offquad_sign_in='))).toMatch(/Max-Age=0|1970/)
  })

  it('is the same for all tabs of a browser', async () => {
    const { nonce, cookie } = await openBrowser()

    const { body } = await service.call(pathOf(issueSignInNonce), { method: 'POST', cookie })

    expect(nonce).toMatch(/^[\w-]{43}$/)
    expect(body.nonce).toBe(nonce)
  })

  it('rejects a credential stolen from another browser', async () => {
    const [victim, thief] = [await openBrowser(), await openBrowser()]
    const stolen = await credentialFor('maya@cornell.edu', { nonce: victim.nonce })

    expect(await signIn(stolen, thief.cookie)).toMatchObject(OTHER_BROWSER)
    expect(await signIn(stolen)).toMatchObject(OTHER_BROWSER)
    expect(await signIn(stolen, `offquad_sign_in=${victim.nonce}`)).toMatchObject(OTHER_BROWSER)
    expect((await signIn(stolen, victim.cookie)).status).toBe(200)
  })

  it('rejects a credential without a nonce if one was issued, and accepts older clients', async () => {
    const { cookie } = await openBrowser()

    expect(await signIn(await credentialFor('maya@cornell.edu'), cookie)).toMatchObject(OTHER_BROWSER)
    expect((await signIn(await credentialFor('maya@cornell.edu'))).status).toBe(200)
  })
})

describe('an account of a person with an address of the university', () => {
  it.each([
    ['that no organization manages', null],
    ['that another organization manages', 'evil.example'],
    ['that an organization of a similar name manages', 'cornell.edu.evil.example'],
  ])('%s is refused', async (_what, hostedDomain) => {
    const credential = await credentialFor('imposter@cornell.edu', { hostedDomain })

    expect(await service.present(credential)).toMatchObject({
      status: 403,
      body: { type: '/problems/account-not-of-university' },
    })
  })

  it('is let in where the university has no Workspace, and at the Workspace domain it names', async () => {
    const { university } = service.context
    const [without, other] = [
      await startUsers({ university: { ...university, workspaceDomain: null } }),
      await startUsers({ university: { ...university, workspaceDomain: 'g.cornell.edu' } }),
    ]
    const present = async (to: TestUsers, hostedDomain: string | null) =>
      (await to.present(await to.identity.credentialFor('ann@cornell.edu', { hostedDomain }))).status

    expect(await present(without, null)).toBe(200)
    expect(await present(other, 'g.cornell.edu')).toBe(200)
    expect(await present(other, 'cornell.edu')).toBe(403)
    await without.close()
    await other.close()
  })
})

describe('the picture of a person', () => {
  it.each([
    ['javascript:alert(document.domain)', undefined],
    ['data:text/html,<script>alert(1)</script>', undefined],
    ['http://pictures.example/p.jpg', undefined],
    ['https://pictures.example/p.jpg" onerror="alert(1)', undefined],
    ['https://lh3.googleusercontent.com/a/photo=s96-c', 'https://lh3.googleusercontent.com/a/photo=s96-c'],
  ])('%s is shown as %s', async (picture, photoURL) => {
    const { body } = await service.present(await credentialFor('painted@cornell.edu', { picture }))

    expect(body.user.photoURL).toBe(photoURL)
  })
})

describe('credentials that are forged', () => {
  it('with 30 unknown keys make the provider publish its keys twice at most', async () => {
    const [, payload] = (await credentialFor('ann@cornell.edu')).split('.')
    const forged = Array.from({ length: 30 }, (_, index) => {
      const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `forged-${index}` })).toString(
        'base64url',
      )
      return `${header}.${payload}.AAAA`
    })
    const before = service.identity.keyFetches()

    const replies = await Promise.all(forged.map((credential) => service.present(credential)))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
    expect(service.identity.keyFetches() - before).toBeLessThanOrEqual(2)
  })
})
