import { until } from '@offquad/service-kit/testing'
import {
  addContactQuestion,
  addPendingBuilding,
  attachPhotos,
  CONTACT_STATUSES,
  type ContactStatus,
  detachPhotos,
  getContactLog,
  getContactQuestions,
  getPendingBuildings,
  type PayloadOf,
  pathOf,
  type Role,
  updateContactQuestionStatus,
  updatePendingBuildingStatus,
} from '@offquad/contracts'
import { startUsers, type TestUsers } from './start-users'

let service: TestUsers
beforeAll(async () => {
  service = await startUsers()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

async function as(role: Role, path: string, options: { method?: string; body?: object } = {}) {
  const token = service.context.tokens.issue({ id: role === 'admin' ? 'boss' : 'maya', role })
  const { status, body } = await service.call(path, { token, ...options })
  return { status, body }
}

const question = { name: ' Maya ', email: 'maya@cornell.edu', msg: 'How are reviews checked?' }
const ask = (body: object) => as('student', pathOf(addContactQuestion), { body })
const submit = (body: object) => as('student', pathOf(addPendingBuilding), { body })
const questionsIn = async (status: string) =>
  (await as('admin', pathOf(getContactQuestions, { status }))).body
const buildingsIn = async (status: string) =>
  (await as('admin', pathOf(getPendingBuildings, { status }))).body

type Decision = typeof updateContactQuestionStatus | typeof updatePendingBuildingStatus
const decide = (endpoint: Decision, id: string, status: string, query = '') =>
  as('admin', pathOf(endpoint, { id, status }) + query, { method: 'PUT' })

const photo = `/api/photos/${'a'.repeat(32)}`
const withKey = expect.stringMatching(`^${photo}\\?key=[\\w-]+\\.[\\w-]+\\.[\\w-]+$`)
/** The message to svc-reviews about a submission with the photo. */
const usedBy = (id: string) => ({
  photoIds: ['a'.repeat(32)],
  userId: 'maya',
  owner: `pending-building/${id}`,
})
const REQUIRED = 'This field is required'
const PROFANITY = 'This contains profanity. Please edit it and try again.'

describe('a contact question', () => {
  it('with a word that may be meant well is taken, and its word shown to administrators', async () => {
    const { status, body: id } = await ask({ ...question, msg: 'Does Dick Schmidt rent here?\u0000\u202e' })

    expect(status).toBe(201)
    expect(await questionsIn('PENDING')).toMatchObject([
      { id, msg: 'Does Dick Schmidt rent here?', doubtfulWords: ['Dick'] },
    ])
  })

  it('returns its id and is pending, with the author and the time from the server', async () => {
    const before = Date.now()
    const { status, body: id } = await ask({
      ...question,
      date: '1999-01-01T00:00:00.000Z',
      userId: 'somebody',
      status: 'COMPLETED',
      id: 'mine',
    })

    expect([status, typeof id]).toEqual([201, 'string'])
    const [stored] = await questionsIn('PENDING')
    expect(stored).toEqual({
      id,
      name: 'Maya',
      email: 'maya@cornell.edu',
      msg: 'How are reviews checked?',
      userId: 'maya',
      status: 'PENDING',
      date: expect.any(String),
    })
    expect(Date.parse(stored.date)).toBeGreaterThanOrEqual(before)
  })

  it.each([
    [{}, { name: REQUIRED, email: REQUIRED, msg: REQUIRED }],
    [
      { name: '', email: 'e@x.edu', msg: 'shit' },
      { name: REQUIRED, msg: PROFANITY },
    ],
  ])('is rejected as %j with the messages of the form', async (body, messages) => {
    const { status, body: problem } = await ask(body)

    expect(status).toBe(400)
    expect(problem.type).toBe('/problems/invalid-input')
    expect(problem.errors).toEqual(Object.entries(messages).map(([field, message]) => ({ field, message })))
    expect(await questionsIn('PENDING')).toEqual([])
  })

  it('is rejected with the word that is certainly profanity', async () => {
    const { body } = await ask({ ...question, msg: 'What is this shit?' })

    expect(body.detail).toBe(`${PROFANITY} It contains “shit”.`)
  })

  it('keeps its text unchanged, including markup', async () => {
    await ask({ ...question, msg: '<script>alert(1)</script> 🏠 {"$gt": ""}' })

    expect((await questionsIn('PENDING'))[0].msg).toBe('<script>alert(1)</script> 🏠 {"$gt": ""}')
  })

  it('moves from list to list as an admin decides', async () => {
    const { body: id } = await ask(question)

    for (const status of ['COMPLETED', 'COMPLETED', 'DELETED', 'PENDING']) {
      expect(await decide(updateContactQuestionStatus, id, status)).toMatchObject({
        status: 200,
        body: { id, status },
      })
      for (const list of CONTACT_STATUSES)
        expect(await questionsIn(list)).toHaveLength(list === status ? 1 : 0)
    }
  })

  it('is listed newest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await ask({ ...question, name })
      await until(async () => Date.now() > Date.parse((await questionsIn('PENDING'))[0].date))
    }

    expect((await questionsIn('PENDING')).map(({ name }: { name: string }) => name)).toEqual([
      'three',
      'two',
      'one',
    ])
  })
})

describe('an apartment that cannot be found', () => {
  it('is submitted with a name, and maybe an address and photos', async () => {
    const { status, body: id } = await submit({
      name: 'Elm House',
      address: ' 1 Elm Street ',
      photos: [photo, photo],
    })
    await submit({ name: 'Oak House', userId: 'x', date: 'y' })

    expect(status).toBe(201)
    const buildings = await buildingsIn('PENDING')
    expect(buildings).toHaveLength(2)
    expect(buildings).toContainEqual({
      id,
      name: 'Elm House',
      address: '1 Elm Street',
      photos: [withKey],
      userId: 'maya',
      status: 'PENDING',
      date: expect.any(String),
    })
    expect(buildings).toContainEqual(expect.objectContaining({ name: 'Oak House', address: '', photos: [] }))
  })

  it.each(['', '[]', JSON.stringify([photo])])('takes the photos %j of an older client', async (photos) => {
    expect((await submit({ name: 'Elm House', photos })).status).toBe(201)
    expect((await buildingsIn('PENDING'))[0].photos).toEqual(photos.length > 2 ? [withKey] : [])
  })

  it.each([
    [{ address: '1 Elm Street' }, { name: REQUIRED }],
    [
      { name: 'shit house', address: 'fuck street' },
      { name: PROFANITY, address: PROFANITY },
    ],
    [
      { name: 'Elm House', photos: [photo, 'https://elsewhere.test/p.jpg'] },
      { photos: expect.stringContaining('cannot be used') },
    ],
  ])('is rejected as %j with the messages of the form', async (body, messages) => {
    const { status, body: problem } = await submit(body)

    expect(status).toBe(400)
    expect(problem.errors).toEqual(Object.entries(messages).map(([field, message]) => ({ field, message })))
  })

  it('takes its photos along when it is deleted, and does not bring them back', async () => {
    const detached: PayloadOf<typeof detachPhotos>[] = []
    await service.context.jobs.registerWorker(detachPhotos, async (payload) => void detached.push(payload))
    const { body: id } = await submit({ name: 'Elm House', photos: [photo] })

    await decide(updatePendingBuildingStatus, id, 'DELETED')

    await until(
      async () => (await service.context.pendingBuildings.releasedPhotos.listPending(10)).length === 0,
    )
    await until(() => detached.length > 0)
    expect(detached).toEqual([usedBy(id)])
    expect((await buildingsIn('DELETED'))[0].photos).toEqual([])
    await decide(updatePendingBuildingStatus, id, 'PENDING')
    expect((await buildingsIn('PENDING'))[0].photos).toEqual([])
  })

  it('has keys of photos that are no access tokens', async () => {
    await submit({ name: 'Elm House', photos: [photo] })
    const [address] = (await buildingsIn('PENDING'))[0].photos
    const token = address.split('=')[1]
    const { status } = await service.call(pathOf(addPendingBuilding), { token, body: { name: 'Oak' } })

    expect(status).toBe(401)
  })

  it('reports its photos as used to svc-reviews, once', async () => {
    const received: PayloadOf<typeof attachPhotos>[] = []
    await service.context.jobs.registerWorker(attachPhotos, async (payload) => void received.push(payload))

    const { body: id } = await submit({ name: 'Elm House', photos: [`https://offquad.test${photo}`] })
    const ofThis = () => received.filter(({ owner }) => owner === usedBy(id).owner)
    await until(() => ofThis().length > 0)
    await until(async () => (await service.context.pendingBuildings.photoUsage.listPending(10)).length === 0)

    expect(ofThis()).toEqual([usedBy(id)])
  })
})

describe('two administrators who decide on the same', () => {
  it.each([
    ['submission', submit, { name: 'Elm House' }, updatePendingBuildingStatus],
    ['question', ask, question, updateContactQuestionStatus],
  ] as const)(
    'learn of a %s who was first, if they say what they saw',
    async (_what, send, content, endpoint) => {
      const id = (await send(content)).body
      expect(await decide(endpoint, id, 'COMPLETED', '?from=PENDING')).toMatchObject({
        status: 200,
        body: { id, status: 'COMPLETED' },
      })

      for (const status of ['COMPLETED', 'DELETED'])
        expect(await decide(endpoint, id, status, '?from=PENDING')).toMatchObject({
          status: 409,
          body: { type: '/problems/already-decided' },
        })
      expect((await decide(endpoint, id, 'COMPLETED')).status).toBe(200)
      expect((await decide(endpoint, id, 'PENDING', '?from=COMPLETED')).status).toBe(200)
    },
  )
})

describe('the log of what administrators decided', () => {
  const readLog = async (query = '') => (await as('admin', `${getContactLog.path}${query}`)).body

  it('has each decision about questions and submissions once, newest first', async () => {
    const { body: questionId } = await ask(question)
    const { body: buildingId } = await submit({ name: 'Elm House' })
    await decide(updateContactQuestionStatus, questionId, 'COMPLETED')
    await decide(updateContactQuestionStatus, questionId, 'COMPLETED')
    await decide(updatePendingBuildingStatus, buildingId, 'COMPLETED')

    const { entries, total } = await readLog()

    expect(total).toBe(2)
    expect(entries).toEqual([
      {
        id: expect.any(String),
        date: expect.any(String),
        adminId: 'boss',
        kind: 'building',
        contactId: buildingId,
        from: 'PENDING',
        to: 'COMPLETED',
      },
      expect.objectContaining({ kind: 'question', contactId: questionId }),
    ])
    expect(await readLog(`?after=${entries[0].id}&size=1`)).toEqual({ entries: [entries[1]], total: 2 })
    expect((await readLog('?adminId=another')).entries).toEqual([])
  })

  it('has concurrent decisions of two administrators one after the other', async () => {
    const { body: id } = await ask(question)
    await Promise.all(
      ['COMPLETED', 'DELETED'].map((status) => decide(updateContactQuestionStatus, id, status)),
    )

    const { entries } = await readLog()

    expect(entries).toHaveLength(2)
    expect(entries[0].from).toBe(entries[1].to)
    expect(entries[1].from).toBe('PENDING')
  })

  it('keeps a decision without its administrator once their account is deleted', async () => {
    const { body: id } = await ask(question)
    await decide(updateContactQuestionStatus, id, 'COMPLETED')

    for (const erase of service.context.erasers) await erase('boss')

    expect((await readLog()).entries).toEqual([expect.objectContaining({ adminId: 'former-administrator' })])
  })
})

describe('a submission that became an apartment', () => {
  const become = (id: string, aptId: string, status: ContactStatus = 'COMPLETED', query = '') =>
    decide(updatePendingBuildingStatus, id, status, `?aptId=${aptId}${query}`)
  beforeEach(() => ['a7', 'a8'].forEach((id) => service.catalog.apartments.add(id)))

  it.each([undefined, 'COMPLETED', 'DELETED'] as const)(
    'says which, whatever was decided before (%s), and may be told again',
    async (earlier) => {
      const { body: id } = await submit({ name: 'Gull House' })
      if (earlier)
        await as('admin', pathOf(updatePendingBuildingStatus, { id, status: earlier }), { method: 'PUT' })

      expect((await become(id, 'a7')).body).toMatchObject({ id, status: 'COMPLETED', aptId: 'a7' })
      expect((await become(id, 'a7')).status).toBe(200)

      expect(await buildingsIn('COMPLETED')).toMatchObject([{ id, aptId: 'a7' }])
    },
  )

  it('is refused for an apartment that does not exist, and for another one later', async () => {
    const { body: id } = await submit({ name: 'Gull House' })

    expect((await become(id, 'a9')).status).toBe(404)
    expect(await buildingsIn('PENDING')).toHaveLength(1)
    await become(id, 'a7')
    const { status, body } = await become(id, 'a8')

    expect([status, body.type]).toEqual([409, '/problems/submission-done'])
    expect((await become('nothing', 'a7')).status).toBe(404)
  })

  it('says none after a decision that was refused', async () => {
    const { body: id } = await submit({ name: 'Gull House' })
    await decide(updatePendingBuildingStatus, id, 'DELETED')

    expect((await become(id, 'a7', 'COMPLETED', '&from=PENDING')).status).toBe(409)

    const [stored] = await buildingsIn('DELETED')
    expect(stored).not.toHaveProperty('aptId')
  })

  it('is the apartment of one of two administrators at the same time', async () => {
    const { body: id } = await submit({ name: 'Gull House' })
    await decide(updatePendingBuildingStatus, id, 'COMPLETED')

    const replies = await Promise.all([become(id, 'a7'), become(id, 'a8')])

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const accepted = replies.find(({ status }) => status === 200)?.body
    expect(await buildingsIn('COMPLETED')).toMatchObject([{ id, aptId: accepted.aptId }])
  })
})
