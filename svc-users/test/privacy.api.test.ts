import { until } from '@offquad/service-kit/testing'
import {
  accountDeleted,
  addContactQuestion,
  addList,
  addPendingBuilding,
  addSavedApartment,
  addSavedLandlord,
  deleteAccount,
  exportAccount,
  forgetAdministrator,
  getContactQuestions,
  getMe,
  getList,
  joinList,
  listChanged,
  pathOf,
  putListOpinion,
  putListPlace,
  putMyPlace,
  reportList,
  saveSearch,
  setRole,
  shareList,
  type PayloadOf,
} from '@offquad/contracts'
import { alertSearchers } from '../src/alerts/store-alerts'
import { deliverOutboxes, outboxesFlushed } from '../src/deliver-outboxes'
import { openBrowser } from './browser'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
/** Messages to the other services. */
const published: PayloadOf<typeof accountDeleted>[] = []
const administratorsForgotten = new Set<string>()
const publishedOf = (id: string) => published.filter(({ userId }) => userId === id)
beforeAll(async () => {
  service = await startUsers()
  service.catalog.apartments.add('a').add('b')
  service.catalog.landlords.add('L')
  const { jobs } = service.context
  await jobs.registerWorker(accountDeleted, async (payload) => void published.push(payload))
  await jobs.registerWorker(
    forgetAdministrator,
    async ({ userId }) => void administratorsForgotten.add(userId),
  )
})
beforeEach(() => service.reset())
afterAll(async () => {
  await outboxesFlushed(service.context)
  await service.close()
})

/** Somebody who has left something in every collection. */
async function liveAs(email: string) {
  const browser = openBrowser(service)
  const { accessToken: token, user } = (await browser.signIn(email)).body
  const call = async (endpoint: { path: `/api/${string}` }, body?: object) => {
    const answer = await service.call(pathOf(endpoint), { token, body })
    return { status: answer.status, body: answer.body }
  }
  await call(addSavedApartment, { apartmentId: 'b' })
  await call(addSavedApartment, { apartmentId: 'a' })
  await call(addSavedLandlord, { landlordId: 'L' })
  await call(addContactQuestion, { name: 'M', email, msg: 'Hello?' })
  await call(addPendingBuilding, { name: 'Elm House' })
  await service.call(pathOf(putMyPlace, { id: 'my-12345678' }), {
    method: 'PUT',
    token,
    body: { name: `Lab of ${email}`, mode: 'walk', latitude: 42.4, longitude: -76.4 },
  })
  await call(saveSearch, { name: `Search of ${email}`, address: 'q=elm', criteria: { q: 'elm' } })
  await alertSearchers(service.context, {
    round: 1,
    changedAt: new Date(Date.now() + 60_000).toISOString(),
    matches: [{ search: '{"q":"elm"}', places: [{ aptId: 'a', reason: 'match' }], total: 1 }],
  })
  const { id: listId } = (await call(addList, { name: `List of ${email}`, ...APPEARANCE })).body
  await service.call(pathOf(putListPlace, { id: listId, placeId: 'a' }), { method: 'PUT', token, body: {} })
  return { browser, call, user, token, listId: listId as string }
}

const APPEARANCE = { memberName: 'Somebody', showsMinutes: true }

type Person = Awaited<ReturnType<typeof liveAs>>

/** Both say something of a place in a list of one of them. */
async function decideTogether(owner: Person, guest: Person): Promise<string> {
  const id = owner.listId
  const invited = await service.call(pathOf(shareList, { id }), {
    token: owner.token,
    body: { allows: 'join' },
  })
  await guest.call(joinList, { token: invited.body.invite.token, ...APPEARANCE })
  for (const { token, user } of [owner, guest])
    await service.call(pathOf(putListOpinion, { id, placeId: 'a' }), {
      method: 'PUT',
      token,
      body: { vote: 'yes', comment: `Comment of ${user.email}` },
    })
  return id
}

const documentsOf = async (userId: string) => {
  const collections = await service.context.connection.db?.collections()
  const documents = await Promise.all(
    (collections ?? [])
      .filter(({ collectionName }) => collectionName !== 'account_deletions')
      .map((collection) => collection.find().toArray()),
  )
  return documents.flat().filter((document) => JSON.stringify(document).includes(userId))
}

describe('the export of my data', () => {
  it('has everything the service stores about me, and nothing about others', async () => {
    const theo = await liveAs('theo@cornell.edu')
    const maya = await liveAs('maya@cornell.edu')
    const { call, user } = maya
    const id = await decideTogether(maya, theo)
    await service.call(pathOf(reportList, { id }), { token: maya.token, body: { reason: 'Insults' } })

    const { status, body } = await call(exportAccount)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      user,
      sessions: [{ startedAt: expect.any(String) }],
      savedApartments: [{ id: 'b' }, { id: 'a' }],
      savedLandlords: [{ id: 'L' }],
      places: [{ id: 'my-12345678', name: 'Lab of maya@cornell.edu' }],
      savedSearches: [{ name: 'Search of maya@cornell.edu', address: 'q=elm' }],
      alerts: [{ search: 'Search of maya@cornell.edu', placeIds: ['a'] }],
      lists: [
        {
          name: 'List of maya@cornell.edu',
          memberName: 'Somebody',
          places: [{ id: 'a', note: '', vote: 'yes', comment: 'Comment of maya@cornell.edu' }],
        },
      ],
      contactQuestions: [
        { msg: expect.stringContaining('Insults') },
        { msg: 'Hello?', email: 'maya@cornell.edu' },
      ],
      pendingBuildings: [{ name: 'Elm House' }],
    })
    expect(Date.parse(body.createdAt)).not.toBeNaN()
    expect(JSON.stringify(body)).not.toContain('theo')
    expect(JSON.stringify(body)).not.toMatch(/hash|seed/i)
  })

  it('and any other call with the previous access token is 401 from the response to a deletion on', async () => {
    const { call, user } = await liveAs('maya@cornell.edu')
    await call(deleteAccount, { reviews: 'remove' })

    for (const late of [await call(exportAccount), await call(addSavedApartment, { apartmentId: 'a' })])
      expect(late).toMatchObject({ status: 401, body: { type: '/problems/token-revoked' } })
    expect(await documentsOf(user.uid)).toEqual([])
  })
})

describe('deleting my account', () => {
  it.each(['anonymise', 'remove'] as const)(
    'erases me here and tells the others to %s my reviews',
    async (reviews) => {
      const other = await liveAs('theo@cornell.edu')
      const { call, browser, user } = await liveAs('maya@cornell.edu')
      expect(await documentsOf(user.uid)).toHaveLength(12)

      expect((await call(deleteAccount, { reviews })).status).toBe(204)

      expect(await documentsOf(user.uid)).toEqual([])
      expect((await browser.refresh()).status).toBe(401)
      expect((await call(getMe)).status).toBe(401)
      await until(() => publishedOf(user.uid).length > 0)
      expect(publishedOf(user.uid)).toEqual([{ userId: user.uid, reviews }])
      await until(() => administratorsForgotten.has(user.uid))
      expect(await documentsOf(other.user.uid)).toHaveLength(12)
    },
  )

  it('leaves lists to their other members, without my votes and comments', async () => {
    const theo = await liveAs('theo@cornell.edu')
    const maya = await liveAs('maya@cornell.edu')
    const id = await decideTogether(maya, theo)

    await maya.call(deleteAccount, { reviews: 'remove' })

    const { body } = await service.call(pathOf(getList, { id }), { token: theo.token })
    expect(body.members).toMatchObject([{ id: body.me, isOwner: true }])
    expect(body.places[0].opinions).toMatchObject([{ comment: 'Comment of theo@cornell.edu' }])
    expect(JSON.stringify(body)).not.toContain('Comment of maya')
  })

  it('tells who looks at such a list', async () => {
    const theo = await liveAs('theo@cornell.edu')
    const maya = await liveAs('maya@cornell.edu')
    const listId = await decideTogether(maya, theo)
    const publish = jest.spyOn(service.context.events, 'publish')

    await maya.call(deleteAccount, { reviews: 'remove' })

    const told = publish.mock.calls.filter(([event]) => event === listChanged).map(([, payload]) => payload)
    publish.mockRestore()
    expect(told).toContainEqual({ listId, version: expect.any(Number), changesMembers: true })
  })

  it('takes what I wrote out of reports of others', async () => {
    const theo = await liveAs('theo@cornell.edu')
    const maya = await liveAs('maya@cornell.edu')
    const id = await decideTogether(maya, theo)
    const { accessToken: admin } = (await service.signIn('admin@cornell.edu')).body
    const reported = async () => {
      const { body } = await service.call(pathOf(getContactQuestions, { status: 'PENDING' }), {
        token: admin,
      })
      return body.find(({ msg }: { msg: string }) => msg.startsWith('Report')).msg as string
    }
    const reporting = { token: theo.token, body: { reason: 'Insults' } }
    await service.call(pathOf(reportList, { id }), reporting)
    expect(await reported()).toContain('Comment of maya@cornell.edu')

    await maya.call(deleteAccount, { reviews: 'remove' })

    expect(await reported()).not.toContain('Comment of maya@cornell.edu')
    expect(await reported()).toMatch(/Insults[^]*Comment of theo@cornell.edu/)
    expect(await documentsOf(maya.user.uid)).toEqual([])
  })

  it('takes the id of an administrator off what they decided', async () => {
    const { accessToken: token, user } = (await service.signIn('admin@cornell.edu')).body
    await service.call(pathOf(setRole), {
      method: setRole.method,
      token,
      body: { email: 'soon@cornell.edu', role: 'developer' },
    })

    await service.call(pathOf(deleteAccount), { token, body: { reviews: 'remove' } })

    expect(await documentsOf(user.uid)).toEqual([])
  })

  it('lets me sign in again with a new account', async () => {
    const { call, browser, user } = await liveAs('maya@cornell.edu')
    await call(deleteAccount, { reviews: 'remove' })

    const again = await browser.signIn('maya@cornell.edu')

    expect(again.status).toBe(200)
    expect(again.body.user.uid).not.toBe(user.uid)
  })

  it('erases what a service wrote before it knew, and notifies the others again', async () => {
    const { call, user } = await liveAs('maya@cornell.edu')
    await call(deleteAccount, { reviews: 'remove' })
    await until(() => publishedOf(user.uid).length === 1)
    await until(async () =>
      (await service.context.accountDeletions.list()).every(({ isPublished }) => isPublished),
    )
    const { savedItems } = service.context
    await savedItems.add({ userId: user.uid, kind: 'apartment', itemId: 'a' }, new Date())

    await deliverOutboxes(service.context)
    expect(publishedOf(user.uid)).toHaveLength(1)
    service.clock.elapsedMs = 11 * 60_000
    await deliverOutboxes(service.context)

    await until(() => publishedOf(user.uid).length === 2)
    expect(await documentsOf(user.uid)).toEqual([])
    expect(await service.context.accountDeletions.list()).toEqual([])
  })

  it.each([{}, { reviews: 'keep' }])(
    'asks what is to become of my reviews: %j does not say',
    async (body) => {
      const { call } = await liveAs('maya@cornell.edu')

      expect((await call(deleteAccount, body)).status).toBe(400)
      expect((await call(getMe)).status).toBe(200)
    },
  )
})
