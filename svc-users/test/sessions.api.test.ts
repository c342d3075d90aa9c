import { getMe, pathOf, signOut } from '@offquad/contracts'
import { openBrowser, signedIn, withGuessedSecret } from './browser'
import { startUsers, type TestUsers } from './start-users'

const NAME = 'offquad_session'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())
beforeEach(() => (service.clock.elapsedMs = 0))

describe('a session', () => {
  it('keeps its refresh token where no script and no other site gets it', async () => {
    const browser = openBrowser(service)

    const { response, body } = await browser.signIn('maya@cornell.edu')
    const [cookie] = response.headers.getSetCookie()

    expect(cookie).toMatch(/^offquad_session=[\w.-]+;/)
    expect(cookie?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/api/auth',
      'SameSite=Strict',
      'Secure',
    ])
    expect(JSON.stringify(body)).not.toContain(browser.cookie()?.split('.')[1])
  })

  it('responds to a refresh like to the sign-in, with new access and refresh tokens', async () => {
    const browser = openBrowser(service)
    const first = await browser.signIn('maya@cornell.edu')
    const cookie = browser.cookie()

    const { status, body } = await browser.refresh()

    expect(status).toBe(200)
    expect(body).toEqual({ accessToken: expect.any(String), user: first.body.user })
    expect(browser.cookie()).not.toBe(cookie)
    expect((await browser.refresh()).status).toBe(200)
  })

  it('keeps only hashes in the database', async () => {
    const browser = await signedIn(service, 'hashed@cornell.edu')
    await browser.refresh()
    const secret = browser.cookie()?.split('.')[1]

    const stored = await service.context.connection.collection('sessions').find().toArray()

    expect(secret).toHaveLength(43)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('lives thirty days from the last refresh', async () => {
    const day = 24 * 60 * 60_000
    const browser = await signedIn(service)

    service.clock.elapsedMs = 29 * day
    expect((await browser.refresh()).status).toBe(200)
    service.clock.elapsedMs += 29 * day
    expect((await browser.refresh()).status).toBe(200)
    service.clock.elapsedMs += 31 * day
    expect(await browser.refresh()).toMatchObject({ status: 401, body: { type: '/problems/session-over' } })
  })

  it('is removed from the database when it has expired', async () => {
    const indexes = await service.context.connection.collection('sessions').indexes()

    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }))
  })

  it.each([undefined, '', `${NAME}=`, `${NAME}=x`, `${NAME}=${'0'.repeat(36)}.${'A'.repeat(43)}`, 'other=1'])(
    'does not come from the cookie %j',
    async (cookie) => {
      const browser = openBrowser(service)
      browser.takeOver(cookie)

      expect((await browser.refresh()).status).toBe(401)
    },
  )

  it('gives the role the user has now', async () => {
    const browser = openBrowser(service)
    const { body } = await browser.signIn('promoted@cornell.edu')
    await service.context.connection
      .collection<{ _id: string }>('users')
      .updateOne({ _id: body.user.uid }, { $set: { role: 'admin' } })

    const refreshed = (await browser.refresh()).body

    expect(refreshed.user.role).toBe('admin')
    expect(JSON.parse(Buffer.from(refreshed.accessToken.split('.')[1], 'base64url').toString()).role).toBe(
      'admin',
    )
  })

  it('ends when the token version of its account rises', async () => {
    const browser = openBrowser(service)
    const { body } = await browser.signIn('raised@cornell.edu')
    await service.context.connection
      .collection<{ _id: string }>('users')
      .updateOne({ _id: body.user.uid }, { $inc: { tokenVersion: 1 } })

    expect((await browser.refresh()).status).toBe(401)
  })

  it('ends with the account', async () => {
    const browser = openBrowser(service)
    const { body } = await browser.signIn('leaving@cornell.edu')
    await service.context.connection.collection<{ _id: string }>('users').deleteOne({ _id: body.user.uid })

    expect((await browser.refresh()).status).toBe(401)
  })
})

describe('signing out', () => {
  it('ends this session, clears the cookie and leaves other devices alone', async () => {
    const [laptop, phone] = [await signedIn(service), await signedIn(service)]
    const before = laptop.cookie()

    const { status, response } = await laptop.signOut()
    laptop.takeOver(before)

    expect(status).toBe(204)
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^offquad_session=; .*Path=\/api\/auth; Expires=Thu, 01 Jan 1970/,
    )
    expect((await laptop.refresh()).status).toBe(401)
    expect((await phone.refresh()).status).toBe(200)
  })

  it('ends the session of a cookie that a refresh has replaced, and none by a guessed secret', async () => {
    const browser = await signedIn(service)
    const first = browser.cookie()
    const signOutWith = async (cookie: string | undefined) => {
      browser.takeOver(cookie)
      await browser.signOut()
    }

    await signOutWith(withGuessedSecret(first))
    browser.takeOver(first)
    expect((await browser.refresh()).status).toBe(200)
    const second = browser.cookie()
    await signOutWith(first)
    browser.takeOver(second)

    expect((await browser.refresh()).status).toBe(401)
  })

  it('everywhere ends the sessions and access tokens of all devices of the user, and no other', async () => {
    const [laptop, phone, other] = [openBrowser(service), openBrowser(service), openBrowser(service)]
    await laptop.signIn('maya@cornell.edu')
    const { accessToken: onPhone } = (await phone.signIn('maya@cornell.edu')).body
    const { accessToken: ofOther } = (await other.signIn('theo@cornell.edu')).body
    const statusWith = async (token: string) => (await service.call(pathOf(getMe), { token })).status

    await laptop.signOut({ everywhere: true })

    expect([await statusWith(onPhone), await statusWith(ofOther)]).toEqual([401, 200])
    expect([(await phone.refresh()).status, (await other.refresh()).status]).toEqual([401, 200])
    const { accessToken: again } = (await phone.signIn('maya@cornell.edu')).body
    expect(await statusWith(again)).toBe(200)
  })

  it('everywhere works with an access token alone', async () => {
    const browser = openBrowser(service)
    const { body } = await browser.signIn('maya@cornell.edu')

    await service.call(pathOf(signOut), { body: { everywhere: true }, token: body.accessToken })

    expect((await browser.refresh()).status).toBe(401)
  })

  it('succeeds without a session', async () => {
    expect((await openBrowser(service).signOut({})).status).toBe(204)
  })
})
