import {
  addContactQuestion,
  addList,
  addPendingBuilding,
  type Endpoint,
  getContactQuestions,
  getPendingBuildings,
  pathOf,
} from '@offquad/contracts'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
afterAll(() => service.close())

const KEY = 'one-of-the-caller'

describe.each([
  {
    what: 'a contact question',
    call: addContactQuestion,
    list: getContactQuestions,
    // A broken surrogate cannot be stored as it is.
    body: { name: ' Maya ', email: 'maya@cornell.edu', msg: 'How are reviews checked? \ud800' },
    other: { name: 'Maya', email: 'maya@cornell.edu', msg: 'Who are you?' },
  },
  {
    what: 'a submitted apartment',
    call: addPendingBuilding,
    list: getPendingBuildings,
    body: { name: ' Elm House ', photos: [`/api/photos/${'a'.repeat(32)}`] },
    other: { name: 'Oak House' },
  },
])('$what with an Idempotency-Key', ({ call, list, body, other }) => {
  const send = (userId: string, content: object) =>
    service.call(pathOf(call), {
      token: service.context.tokens.issue({ id: userId, role: 'student' }),
      body: content,
      headers: { 'idempotency-key': KEY },
    })
  const idsOf = async (userId: string) => {
    const token = service.context.tokens.issue({ id: 'boss', role: 'admin' })
    const { body: stored } = await service.call(pathOf(list, { status: 'PENDING' }), { token })
    return stored
      .filter((item: { userId: string }) => item.userId === userId)
      .map(({ id }: { id: string }) => id)
  }

  it('is stored once, however often it is sent, also concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('maya', body)))
    replies.push(await send('maya', body))

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await idsOf('maya')).toEqual([...new Set(replies.map((reply) => reply.body))])
  })

  it('is independent of another user’s with the same key', async () => {
    const [mine, theirs] = [await send('maya', body), await send('noah', body)]

    expect(mine.body).not.toBe(theirs.body)
    expect(await idsOf('noah')).toEqual([theirs.body])
  })

  it('is rejected when the key was used for a different one, so that neither is lost', async () => {
    await send('zoe', body)

    const { status, body: problem } = await send('zoe', other)

    expect([status, problem.type]).toEqual([409, '/problems/idempotency-key-used'])
    expect(await idsOf('zoe')).toHaveLength(1)
  })
})

describe('a list with an Idempotency-Key', () => {
  const as = (endpoint: Endpoint, body: object, params = {}) =>
    service.call(pathOf(endpoint, params), {
      token,
      body,
      headers: { 'idempotency-key': KEY },
    })
  let token: string
  beforeAll(async () => {
    token = (await service.signIn('lena@cornell.edu')).body.accessToken
  })
  const fall = { name: ' Fall ', memberName: 'Maya', showsMinutes: false }

  it.each([{ name: 'Spring' }, { memberName: 'M.' }, { showsMinutes: true }])(
    'is stored once, and rejected with %j',
    async (change) => {
      const { body: list } = await as(addList, fall)

      expect(await as(addList, fall)).toMatchObject({ status: 201, body: { id: list.id } })
      expect(await as(addList, { ...fall, ...change })).toMatchObject({
        status: 409,
        body: { type: '/problems/idempotency-key-used' },
      })
    },
  )
})
