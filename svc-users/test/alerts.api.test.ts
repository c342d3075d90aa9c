import {
  ALERT_MAIL_HOURS,
  type Alert,
  countUnseenAlerts,
  getAlerts,
  getSavedSearches,
  markAlertsSeen,
  MAX_SAVED_SEARCHES,
  pathOf,
  type PayloadOf,
  removeSavedSearch,
  type reportSearchMatches,
  type SavedSearch,
  saveSearch,
  setAlertMail,
  unsubscribeFromAlerts,
  watchSearches,
} from '@offquad/contracts'
import { UnavailableError } from '@offquad/service-kit'
import { until } from '@offquad/service-kit/testing'
import { alertOfSeasons } from '../src/alerts/alert-of-seasons'
import { sendAlertMails } from '../src/alerts/send-alert-mails'
import { alertBookmarkers, alertSearchers, watchSavedSearches } from '../src/alerts/store-alerts'
import { deliverOutboxes, outboxesFlushed } from '../src/deliver-outboxes'
import { type Mail } from '../src/mail/mailer'
import { startUsers, type TestUsers } from './start-users'

type Matches = PayloadOf<typeof reportSearchMatches>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(async () => {
  await service.reset()
  for (const id of ['a', 'b', 'c']) service.catalog.apartments.add(id)
})
afterAll(async () => {
  await outboxesFlushed(service.context)
  await service.close()
})

const tokenOf = (userId: string) => service.context.tokens.issue({ id: userId, role: 'student' })

async function as(userId: string, endpoint: { path: `/api/${string}`; method: string }, body?: object) {
  const answer = await service.call(pathOf(endpoint), {
    method: endpoint.method,
    token: tokenOf(userId),
    body,
  })
  return { status: answer.status, body: answer.body }
}

const WEST = { locations: 'WEST', maxPrice: 900 }
const save = (userId: string, criteria: object = WEST, name = 'West up to $900') =>
  as(userId, saveSearch, { name, address: 'locations=WEST', criteria })
const remove = (userId: string, id: string) =>
  service.call(pathOf(removeSavedSearch, { id }), { token: tokenOf(userId), body: {} })
const saved = async (userId: string) =>
  (await as(userId, getSavedSearches)).body as { items: SavedSearch[]; mail: string }
const alertsOf = async (userId: string) => (await as(userId, getAlerts)).body.items as Alert[]
const countUnseen = async (userId: string) => (await as(userId, countUnseenAlerts)).body.count as number

const keyOf = (criteria: object) => JSON.stringify(Object.fromEntries(Object.entries(criteria).sort()))
const match = (aptId = 'a') => ({ aptId, reason: 'match' as const, rent: 800 })
const inAMinute = () => new Date(service.context.now().getTime() + MINUTE_MS).toISOString()

/** Simulates the report of svc-catalog that these places meet a search in a round. */
const tell = (
  round: number,
  places: Matches['matches'][number]['places'] = [match()],
  { criteria = WEST, changedAt = inAMinute(), total = places.length } = {},
) =>
  alertSearchers(service.context, {
    round,
    changedAt,
    matches: [{ search: keyOf(criteria), places, total }],
  })

describe('saved searches', () => {
  it('are each user’s own, the newest first, with a clean name', async () => {
    const { body: first } = await save('maya', WEST, ' West \u202E up \n to $900 ')
    service.clock.elapsedMs = 1000
    await save('maya', { q: 'elm' }, 'elm')
    await save('theo')

    const { items } = await saved('maya')
    expect(items.map(({ name }) => name)).toEqual(['elm', first.name])
    expect(first.name).toMatch(/^West\s+up\s+to \$900$/)
    expect((await remove('theo', first.id)).status).toBe(204)
    expect((await saved('maya')).items).toHaveLength(2)
    for (let times = 0; times < 2; times += 1) expect((await remove('maya', first.id)).status).toBe(204)
    expect((await saved('maya')).items).toEqual([items[0]])
    expect((await saved('theo')).items).toHaveLength(1)
  })

  it('with the same criteria, in whichever order and from however many tabs, are one', async () => {
    const { body: first } = await save('maya')
    const tabs = [{ maxPrice: 900, locations: 'WEST' }, WEST, WEST, WEST]
    const answers = await Promise.all(tabs.map((criteria) => save('maya', criteria, 'Renamed')))

    expect(answers.map(({ body }) => body.id)).toEqual(tabs.map(() => first.id))
    expect((await saved('maya')).items).toMatchObject([{ name: 'Renamed', savedAt: first.savedAt }])
  })

  it(`are ${MAX_SAVED_SEARCHES} at most, of which each can still be saved again`, async () => {
    for (let beds = 1; beds <= MAX_SAVED_SEARCHES; beds += 1)
      expect((await save('maya', { bedrooms: beds })).status).toBe(200)

    expect(await save('maya')).toMatchObject({
      status: 409,
      body: { type: '/problems/too-many-searches' },
    })
    expect((await save('maya', { bedrooms: 1 })).status).toBe(200)
    expect((await saved('maya')).items).toHaveLength(MAX_SAVED_SEARCHES)
  })

  it.each([
    { name: 'x', address: '', criteria: { locations: 5 } },
    { name: 'x', address: '', criteria: { commute: 'engQuad:fly:5' } },
    { name: 'x', address: '' },
    { name: 'x', address: '', criteria: { maxPrice: -1 } },
    { name: 'x', address: 'q=a b', criteria: {} },
    { name: ' ', address: '', criteria: {} },
    { name: '\u200b\u202e', address: '', criteria: {} },
  ])('cannot be %j', async (body) => {
    expect((await as('maya', saveSearch, body)).status).toBe(400)
    expect(await saved('maya')).toEqual({ items: [], mail: 'never' })
  })

  it('are saved without what is no filter', async () => {
    const { body: first } = await save('maya')

    expect((await save('maya', { ...WEST, sortBy: 'price' })).body.id).toBe(first.id)
  })

  it('are refused if the catalog could not watch them, which would keep others from being watched', async () => {
    const escaped = '\u0001'.repeat(500)
    const criteria = { amenities: escaped, locations: escaped, without: escaped }

    expect((await save('maya', criteria)).status).toBe(400)
    expect((await saved('maya')).items).toEqual([])
  })
})

describe('the searches that the catalog watches', () => {
  it('are sent once each, and again after a month', async () => {
    await save('maya')
    await save('theo')
    await save('theo', { q: 'elm' })
    await outboxesFlushed(service.context)
    await service.context.connection
      .collection('saved_searches')
      .updateMany({}, { $set: { watchedAt: new Date(0) } })
    const sent: PayloadOf<typeof watchSearches>[] = []
    const add = (async (_job: unknown, payload: PayloadOf<typeof watchSearches>) =>
      void sent.push(payload)) as unknown as typeof service.context.jobs.add
    const watch = () => watchSavedSearches({ ...service.context, jobs: { add } })

    await watch()
    expect(sent.map(({ searches }) => searches.toSorted())).toEqual([[keyOf(WEST), keyOf({ q: 'elm' })]])
    service.clock.elapsedMs = 29 * DAY_MS
    await watch()
    expect(sent).toHaveLength(1)
    service.clock.elapsedMs = 31 * DAY_MS
    await watch()
    expect(sent).toHaveLength(2)
  })

  it('reach the queue although Redis failed when they were saved', async () => {
    const received: string[] = []
    await service.context.jobs.registerWorker(
      watchSearches,
      async ({ searches }) => void received.push(...searches),
    )
    const { savedSearches, jobs, now } = service.context
    await savedSearches.save({
      userId: 'maya',
      name: 'x',
      address: '',
      criteria: keyOf({ q: 'oak' }),
      savedAt: now(),
    })
    const broken = { savedSearches, now, jobs: { add: () => Promise.reject(new Error('no Redis')) } }
    await expect(watchSavedSearches(broken)).rejects.toThrow('no Redis')

    await watchSavedSearches({ savedSearches, jobs, now })

    await until(() => received.includes(keyOf({ q: 'oak' })))
  })
})

describe('alerts', () => {
  it('tell everyone who saved the search before its listings changed, once each round', async () => {
    await save('maya')
    await save('theo', { maxPrice: 900, locations: 'WEST' }, 'Cheap')
    const changedAt = inAMinute()
    service.clock.elapsedMs = 2 * MINUTE_MS
    await save('late')

    for (let times = 0; times < 3; times += 1) await tell(7, [match()], { changedAt, total: 30 })

    expect(await alertsOf('maya')).toMatchObject([
      {
        search: { name: 'West up to $900', address: 'locations=WEST' },
        places: [{ ...match(), name: 'House a' }],
        total: 30,
        isSeen: false,
      },
    ])
    expect(await alertsOf('theo')).toMatchObject([{ search: { name: 'Cheap' } }])
    expect(await alertsOf('late')).toEqual([])
    await tell(8)
    expect([await alertsOf('maya'), await alertsOf('late')].map(({ length }) => length)).toEqual([2, 1])
  })

  it('tell rents with cents, which some listings have', async () => {
    await save('maya')
    await tell(1, [{ ...match(), rent: 800.5 }])

    expect((await alertsOf('maya'))[0]).toMatchObject({ places: [{ rent: 800.5 }] })
  })

  it('leave out apartments that were deleted', async () => {
    await save('maya')
    await tell(1, [match('a'), match('b')])
    service.catalog.apartments.delete('a')

    expect((await alertsOf('maya'))[0]).toMatchObject({ places: [{ aptId: 'b' }], total: 2 })
  })

  it('are counted until they were seen; a repeated round does not make them unseen', async () => {
    await save('maya')
    await save('theo')
    await tell(1)
    service.clock.elapsedMs = MINUTE_MS
    const [seen] = await alertsOf('maya')
    await tell(2)
    expect(await countUnseen('maya')).toBe(2)

    expect((await as('maya', markAlertsSeen, { until: seen?.at })).status).toBe(204)
    await tell(1)

    expect(await countUnseen('maya')).toBe(1)
    expect((await alertsOf('maya')).map(({ isSeen }) => isSeen)).toEqual([false, true])
    expect(await countUnseen('theo')).toBe(2)
  })

  it.each([
    ['2016-12-31T23:59:60Z', 400],
    ['9999-12-31T23:59:59-23:59', 204],
  ])('are seen until %s: %d', async (until, status) => {
    expect((await as('maya', markAlertsSeen, { until })).status).toBe(status)
  })

  it('tell those who bookmarked an apartment of a new review once, but not its author', async () => {
    for (const userId of ['maya', 'author'])
      await service.context.savedItems.add({ userId, kind: 'apartment', itemId: 'a' }, new Date())
    const review = { userId: 'author', reviewId: 'r', aptId: 'a', landlordId: 'L' }

    await alertBookmarkers(service.context, review)
    await alertBookmarkers(service.context, review)
    await alertBookmarkers(service.context, { ...review, reviewId: 's', aptId: null })

    const told = await alertsOf('maya')
    expect(told).toMatchObject([{ places: [{ aptId: 'a', reason: 'review' }], total: 1 }])
    expect(told[0]).not.toHaveProperty('search')
    expect(await alertsOf('author')).toEqual([])
  })
})

const sent: Mail[] = []
const sendMail = async (mail: Mail) => void sent.push(mail)

describe('the season in which leases are signed', () => {
  /** A week before November begins in Ithaca. */
  const WEEK_BEFORE = '2026-10-25T04:00:00Z'
  const NOVEMBER = { season: { month: 11, areas: ['West'] }, places: [], total: 0 }
  const at = (time: string) => {
    service.clock.elapsedMs = Date.parse(time) - Date.now()
  }
  const run = () => alertOfSeasons(service.context)
  let maya: string
  beforeEach(async () => {
    sent.length = 0
    maya = (await service.signIn('maya.lindqvist@cornell.edu')).body.user.uid
    service.catalog.seasons.clear()
    service.catalog.seasons.set('WEST', { from: 11, to: 1, reports: 12 })
    service.catalog.seasons.set('NORTH', { from: 2, to: 3, reports: 5 })
    at('2026-10-20T16:00:00Z')
  })

  it('is told once in the week before, in one mail with what else is new', async () => {
    await save(maya)
    await tell(1, [match()], { changedAt: '2026-11-01T00:00:00Z' })
    at(WEEK_BEFORE)
    await run()
    await run()
    at('2026-10-25T16:00:00Z')
    for (let times = 0; times < 2; times += 1) {
      await run()
      await sendAlertMails({ ...service.context, sendMail })
    }

    expect(await alertsOf(maya)).toMatchObject([NOVEMBER, { places: [{ aptId: 'a' }] }])
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Leases in West are usually signed from November on.')
    expect(sent[0]?.text).toContain('/apartment/a')
  })

  it('is told neither earlier nor later, by the clock of the university', async () => {
    await save(maya)
    for (const time of ['2026-10-25T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-24T16:00:00Z']) {
      at(time)
      await run()
      expect(await alertsOf(maya)).toEqual([])
    }
    at('2026-11-01T03:59:00Z')
    await run()
    expect(await alertsOf(maya)).toMatchObject([NOVEMBER])
  })

  it('is told again after a year, and once by a run that was killed in between', async () => {
    await save(maya)
    at(WEEK_BEFORE)
    const { alertMail, connection } = service.context
    const die = () => Promise.reject(new Error('killed'))
    await expect(
      alertOfSeasons({ ...service.context, alertMail: { ...alertMail, markTold: die } }),
    ).rejects.toThrow('killed')
    await run()
    expect(await connection.collection('alerts').countDocuments()).toBe(1)

    at('2027-10-26T16:00:00Z')
    await run()
    expect(await connection.collection('alerts').countDocuments()).toBe(2)
  })

  it('is told to those who search there or anywhere, and get mails', async () => {
    const searches = {
      there: { locations: 'downtown, west' },
      anywhere: { q: 'elm' },
      elsewhere: { locations: 'NORTH' },
    }
    for (const [userId, criteria] of Object.entries(searches)) await save(userId, criteria)
    await save('silent')
    await as('silent', setAlertMail, { mail: 'never' })
    at(WEEK_BEFORE)
    await run()

    const told = await Promise.all([...Object.keys(searches), 'silent'].map(alertsOf))
    expect(told.map(({ length }) => length)).toEqual([1, 1, 0, 0])
  })

  it('is told later where the catalog did not answer', async () => {
    await save(maya)
    at(WEEK_BEFORE)
    const silent = { seasonIn: () => Promise.reject(new Error('unavailable')) }
    await expect(alertOfSeasons({ ...service.context, catalog: silent })).rejects.toThrow('unavailable')

    await run()

    expect(await alertsOf(maya)).toHaveLength(1)
  })
})

describe('mails of alerts', () => {
  const run = (changes: Partial<Parameters<typeof sendAlertMails>[0]> = {}) =>
    sendAlertMails({ ...service.context, sendMail, ...changes })
  const hourOf = (time: Date) =>
    Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: service.context.university.timeZone,
        hour: 'numeric',
      }).format(time),
    )
  /** Moves the clock forward to the start of this hour where the university is. */
  const waitForHour = (hour: number) => {
    service.clock.elapsedMs += MINUTE_MS
    while (hourOf(service.context.now()) !== hour) service.clock.elapsedMs += MINUTE_MS
  }
  let maya: string
  beforeEach(async () => {
    sent.length = 0
    maya = (await service.signIn('maya.lindqvist@cornell.edu')).body.user.uid
    waitForHour(ALERT_MAIL_HOURS.from + 1)
  })

  it('come daily from the first saved search on, and never before, or as chosen', async () => {
    await service.context.savedItems.add({ userId: maya, kind: 'apartment', itemId: 'a' }, new Date())
    await alertBookmarkers(service.context, { userId: 'x', reviewId: 'r', aptId: 'a', landlordId: 'L' })
    await run()
    expect((await saved(maya)).mail).toBe('never')
    await save(maya)
    await run()
    expect([(await saved(maya)).mail, sent]).toEqual(['daily', []])

    expect((await as(maya, setAlertMail, { mail: 'weekly' })).status).toBe(204)
    await save(maya, { q: 'elm' })
    expect((await saved(maya)).mail).toBe('weekly')
    await as(maya, setAlertMail, { mail: 'never' })
    await tell(1)
    await run()
    await as(maya, setAlertMail, { mail: 'daily' })
    await run()
    expect(sent).toEqual([])
  })

  it('name several alerts in one, with the way to end them', async () => {
    await save(maya)
    await save(maya, { q: 'elm' }, 'elm')
    await tell(1, [{ aptId: 'a', reason: 'rent', rent: 700, rentBefore: 1800 }], { total: 9 })
    await tell(1, [match('b')], { criteria: { q: 'elm' } as never })
    service.catalog.apartments.delete('c')
    await tell(2, [match('c')])

    await run()
    await run()

    expect(sent).toHaveLength(1)
    const [{ text = '', headers, to } = {} as Mail] = sent
    expect(to).toEqual({ name: 'Maya Lindqvist', address: 'maya.lindqvist@cornell.edu' })
    expect(text).toMatch(/House a.*: now \$700 a month, before \$1,800\n.*\/apartment\/a\n- and 8 more/)
    expect(text).toMatch(/“elm”:\n- .*House b.*: meets it now, \$800 a month/)
    expect(text).not.toContain('/apartment/c')
    expect(headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<https:\/\/offquad\.test\/api\/alert-mail\/unsubscribe\/[\w-]{20,}>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  it.each([
    ['daily', DAY_MS],
    ['weekly', 7 * DAY_MS],
  ] as const)('that are %s wait so long for the next one', async (mail, pauseMs) => {
    await save(maya)
    await as(maya, setAlertMail, { mail })
    await tell(1)
    await run()
    await tell(2)

    service.clock.elapsedMs += pauseMs - MINUTE_MS
    await run()
    expect(sent).toHaveLength(1)
    service.clock.elapsedMs += 2 * MINUTE_MS
    await run()
    expect(sent).toHaveLength(2)
  })

  it('come daily at once when they were weekly', async () => {
    await save(maya)
    await as(maya, setAlertMail, { mail: 'weekly' })
    await tell(1)
    await run()

    await as(maya, setAlertMail, { mail: 'daily' })
    await tell(2)
    service.clock.elapsedMs += DAY_MS
    await run()

    expect(sent).toHaveLength(2)
  })

  it('are not late because there was nothing to say before', async () => {
    await save(maya)
    await as(maya, setAlertMail, { mail: 'weekly' })
    await tell(1, [match('gone')])
    await run()
    expect(sent).toEqual([])

    await tell(2)
    await run()

    expect(sent).toHaveLength(1)
  })

  it('wait for the day where the university is', async () => {
    await save(maya)
    await tell(1)
    for (const hour of [ALERT_MAIL_HOURS.to, 0, ALERT_MAIL_HOURS.from - 1]) {
      waitForHour(hour)
      await run()
      expect(sent).toEqual([])
    }
    waitForHour(ALERT_MAIL_HOURS.from)
    await run()
    expect(sent).toHaveLength(1)
  })

  it('have the same Message-ID when one is sent again, and another when it tells something else', async () => {
    await save(maya)
    const { alerts, alertMail, log } = service.context
    const silent = { ...log, warn: () => undefined }
    const die = () => Promise.reject(new Error('killed'))
    const runAgain = async () => {
      await run()
      expect(sent.length).toBeLessThan(5)
      service.clock.elapsedMs += 6 * MINUTE_MS
      await run()
    }

    await tell(1)
    await run({ log: silent, alerts: { ...alerts, markMailed: die } })
    const before = sent.length
    await run()
    expect([before, sent.length]).toEqual([1, 1])
    await tell(2)
    await runAgain()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])

    service.clock.elapsedMs += DAY_MS
    await run({ log: silent, alertMail: { ...alertMail, markSent: die } })
    await tell(3)
    await runAgain()
    expect(sent).toHaveLength(3)
    service.clock.elapsedMs += DAY_MS - 6 * MINUTE_MS
    await run()
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
  })

  it('that the mail server refuses are sent later, and by one of two processes', async () => {
    await save(maya)
    await tell(1)
    const refuse = () => Promise.reject(new Error('try again later'))
    await run({ sendMail: refuse, log: { warn: () => undefined } })
    service.clock.elapsedMs += 6 * MINUTE_MS

    await Promise.all([run(), run(), run()])

    expect(sent).toHaveLength(1)
  })

  describe('to several users', () => {
    const refusing = (isRefused: (mail: Mail) => boolean, error: object, tried: string[]) => ({
      log: { warn: () => undefined },
      sendMail: async (mail: Mail) => {
        tried.push(mail.to.address)
        if (isRefused(mail)) throw Object.assign(new Error('refused'), error)
        sent.push(mail)
      },
    })
    beforeEach(async () => {
      for (const name of ['theo', 'nina']) {
        const { uid } = (await service.signIn(`${name}@cornell.edu`)).body.user
        await save(uid)
      }
      await save(maya)
      await tell(1)
    })

    it('reach all but those whose mailbox is full', async () => {
      const tried: string[] = []

      await run(refusing(({ to }) => !to.address.startsWith('maya'), { responseCode: 452 }, tried))

      expect(tried).toHaveLength(3)
      expect(sent.map(({ to }) => to.name)).toEqual(['Maya Lindqvist'])
    })

    it.each([{ code: 'ECONNECTION' }, { code: 'ETIMEDOUT' }, { code: 'EAUTH', responseCode: 535 }])(
      'wait when no mail can be sent: %j; the next run starts with others',
      async (error) => {
        const tried: string[] = []
        for (let times = 0; times < 3; times += 1) {
          await run(refusing(() => true, error, tried))
          expect(tried).toHaveLength(times + 1)
          service.clock.elapsedMs += 6 * MINUTE_MS
        }

        expect(new Set(tried).size).toBe(3)
      },
    )

    it('wait when the catalog does not answer', async () => {
      const { catalog } = service.context
      let asked = 0
      const listings = () => {
        asked += 1
        return Promise.reject(new UnavailableError('catalog-unavailable', 'No answer.'))
      }

      await run({ catalog: { ...catalog, listings }, log: { warn: () => undefined } })

      expect(asked).toBe(1)
    })
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['application/json', '{}'],
  ])('end with one click of a mail program that sends %s', async (type, body) => {
    await save(maya)
    await tell(1)
    await run()
    await tell(2)
    const link = sent[0]?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? ''
    const click = async (path: string) =>
      (await fetch(service.url + path, { method: 'POST', headers: { 'content-type': type }, body })).status

    expect(await click(pathOf(unsubscribeFromAlerts, { token: 'a'.repeat(32) }))).toBe(204)
    expect((await saved(maya)).mail).toBe('daily')
    for (let times = 0; times < 2; times += 1) expect(await click(new URL(link).pathname)).toBe(204)

    expect((await saved(maya)).mail).toBe('never')
    service.clock.elapsedMs += 2 * DAY_MS
    await run()
    await as(maya, setAlertMail, { mail: 'daily' })
    await run()
    expect(sent).toHaveLength(1)
    expect(await countUnseen(maya)).toBe(2)
  })

  it('are not sent to an account that was deleted meanwhile', async () => {
    await save(maya)
    await tell(1)
    await service.context.users.remove(maya)

    await run()

    expect(sent).toEqual([])
    await deliverOutboxes(service.context)
  })
})
