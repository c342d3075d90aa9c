import { pathOf, refreshSession, signInWithGoogle, signOut } from '@offquad/contracts'
import { openBrowser, signedIn, withGuessedSecret } from './browser'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())
beforeEach(() => (service.clock.elapsedMs = 0))

describe('a refresh token that was copied', () => {
  it.each(['thief', 'owner'] as const)(
    'ends the session for both, when the %s comes first',
    async (first) => {
      const owner = await signedIn(service)
      const thief = openBrowser(service)
      thief.takeOver(owner.cookie())
      const [early, late] = first === 'thief' ? [thief, owner] : [owner, thief]

      expect((await early.refresh()).status).toBe(200)
      expect((await early.refresh()).status).toBe(200)

      expect((await late.refresh()).status).toBe(401)
      expect((await early.refresh()).status).toBe(401)
    },
  )

  it('ends no other session', async () => {
    const [owner, phone] = [await signedIn(service), await signedIn(service)]
    const thief = openBrowser(service)
    thief.takeOver(owner.cookie())
    await owner.refresh()
    await owner.refresh()
    await thief.refresh()

    expect((await phone.refresh()).status).toBe(200)
  })
})

describe('a guessed secret', () => {
  it.each(['before its first refresh', 'after a refresh'])('ends the session at once, %s', async (when) => {
    const browser = await signedIn(service)
    if (when === 'after a refresh') await browser.refresh()
    const attacker = openBrowser(service)
    attacker.takeOver(withGuessedSecret(browser.cookie()))

    expect((await attacker.refresh()).status).toBe(401)
    expect((await browser.refresh()).status).toBe(401)
  })
})

describe('a refresh whose answer was lost', () => {
  it('gives the same new token again until that is used, however late', async () => {
    const browser = await signedIn(service)
    const before = browser.cookie()
    await browser.refresh()
    const lost = browser.cookie()
    browser.takeOver(before)
    service.clock.elapsedMs = 29 * 24 * 60 * 60_000

    expect((await browser.refresh()).status).toBe(200)
    expect(browser.cookie()).toBe(lost)
  })
})

describe('many tabs that refresh at once', () => {
  it('all stay signed in, now and later', async () => {
    const browser = await signedIn(service)
    const tabs = Array.from({ length: 10 }, () => {
      const tab = openBrowser(service)
      tab.takeOver(browser.cookie())
      return tab
    })

    const answers = await Promise.all(tabs.map((tab) => tab.refresh()))
    const cookies = new Set(tabs.map((tab) => tab.cookie()))

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(cookies.size).toBe(1)
    service.clock.elapsedMs = 60_000
    expect((await tabs[7]?.refresh())?.status).toBe(200)
  })
})

describe('signing in', () => {
  it('begins a new session, whatever cookie was planted', async () => {
    const attacker = await signedIn(service, 'attacker@cornell.edu')
    const planted = attacker.cookie()
    const victim = openBrowser(service)
    victim.takeOver(planted)

    await victim.signIn('victim@cornell.edu')

    expect(victim.cookie()).not.toBe(planted)
    expect(victim.cookie()?.split('.')[0]).not.toBe(planted?.split('.')[0])
    expect((await attacker.refresh()).status).toBe(401)
    expect((await victim.refresh()).body.user.email).toBe('victim@cornell.edu')
  })
})

describe('a session call that another site makes the browser send', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://cornell.edu.evil.test', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]

  it.each(foreign)('is refused: %j', async (headers) => {
    const browser = await signedIn(service)
    const cookie = browser.cookie()
    const credential = await service.identity.credentialFor('attacker@cornell.edu')
    const bodies = {
      [pathOf(refreshSession)]: {},
      [pathOf(signOut)]: { everywhere: true },
      [pathOf(signInWithGoogle)]: { credential },
    }

    for (const [path, body] of Object.entries(bodies)) {
      const { status, response } = await service.call(path, { body, cookie, headers })
      expect([path, status]).toEqual([path, 403])
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect((await browser.refresh()).status).toBe(200)
  })

  it('is distinguished from one of the site itself, also behind a gateway', async () => {
    const browser = await signedIn(service)

    const direct = await browser.refresh({ origin: service.url, 'sec-fetch-site': 'same-origin' })
    const passedOn = await browser.refresh({ origin: 'https://off.test', 'x-forwarded-host': 'off.test' })

    expect([direct.status, passedOn.status]).toEqual([200, 200])
  })

  it('cannot be a form', async () => {
    const browser = await signedIn(service)

    const { response } = await service.call(pathOf(signOut), {
      method: 'POST',
      cookie: browser.cookie(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.test' },
    })

    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await browser.refresh()).status).toBe(200)
  })
})
