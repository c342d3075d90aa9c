import { getReview, pathOf, REVIEW_STATUSES } from '@offquad/contracts'
import { BY_ADMINS, BY_AUTHORS } from './model'
import { startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const statusOf = async (id: string) => (await service.call(pathOf(getReview, { id }), 'admin')).body.status

/** Every allowed change, as "from to". */
const ALLOWED: Record<'student' | 'author' | 'admin', string[]> = {
  student: ['APPROVED REPORTED', 'REPORTED REPORTED'],
  author: BY_AUTHORS,
  admin: ['APPROVED REPORTED', 'REPORTED REPORTED', ...BY_ADMINS],
}
const EVERY_CHANGE = REVIEW_STATUSES.flatMap((from) => REVIEW_STATUSES.map((to) => [from, to] as const))

describe.each(['student', 'author', 'admin'] as const)('a change of a review’s status by the %s', (who) => {
  it.each(EVERY_CHANGE)('from %s to %s', async (from, to) => {
    const id = `${who}-${from}-${to}`
    await service.store(id, from, { reports: [] })

    const { status, body } = await service.changeStatus(id, to, { who })

    const isAllowed = ALLOWED[who].includes(`${from} ${to}`)
    expect(await statusOf(id)).toBe(isAllowed ? to : from)
    if (isAllowed) expect([status, body.status]).toEqual([200, to])
    else expect([403, 404, 409]).toContain(status)
  })
})

describe('a change that is not allowed', () => {
  it.each([
    ['student', 'PENDING', 'REPORTED', 404],
    ['student', 'DELETED', 'DELETED', 404],
    ['student', 'REPORTED', 'APPROVED', 403],
    ['student', 'APPROVED', 'DECLINED', 403],
    ['student', 'APPROVED', 'PENDING', 409],
    ['author', 'DELETED', 'DELETED', 409],
    ['admin', 'PENDING', 'DELETED', 409],
    ['admin', 'PENDING', 'REPORTED', 409],
    ['admin', 'APPROVED', 'APPROVED', 409],
  ] as const)('responds to %s about a change from %s to %s with %i', async (...[who, from, to, code]) => {
    const id = `refused-${who}-${from}-${to}`
    await service.store(id, from)

    expect((await service.changeStatus(id, to, { who })).status).toBe(code)
  })
})

describe('reporting', () => {
  const report = (id: string, who: Who, body?: object) =>
    service.changeStatus(id, 'REPORTED', { who, ...(body && { body }) })
  const reportsOf = async (id: string) =>
    (await service.call(pathOf(getReview, { id }), 'admin')).body.reports

  it('accepts a reason, and counts each user once', async () => {
    await service.store('rude', 'APPROVED', { reports: [] })

    expect((await report('rude', 'user-1', { reason: ' It is rude. ' })).status).toBe(200)
    expect((await report('rude', 'user-1', { reason: 'Again!' })).status).toBe(200)
    expect((await report('rude', 'user-2', {})).status).toBe(200)

    expect(await reportsOf('rude')).toMatchObject([
      { userId: 'user-1', reason: 'It is rude.' },
      { userId: 'user-2', reason: '' },
    ])
  })

  it('works for twenty users at once, and for one of them again with another reason after an admin dismissed them', async () => {
    await service.store('busy', 'APPROVED', { reports: [] })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => report('busy', `user-${n}`)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await reportsOf('busy')).toHaveLength(20)

    await service.changeStatus('busy', 'APPROVED', { who: 'admin' })
    expect((await report('busy', 'user-1', { reason: 'It names me.' })).body.status).toBe('REPORTED')
    expect(await reportsOf('busy')).toHaveLength(21)
  })

  it('rejects reasons of a kilobyte', async () => {
    expect((await report('rude', 'user-3', { reason: 'x'.repeat(1024) })).status).toBe(400)
  })
})

describe('concurrent decisions of two admins', () => {
  it.each([
    ['PENDING', 'APPROVED', 'APPROVED'],
    ['REPORTED', 'APPROVED', 'DELETED'],
    ['DECLINED', 'APPROVED', 'DELETED'],
  ] as const)(
    'about a review that is %s, one to %s and one to %s, succeed once',
    async (from, one, other) => {
      for (let round = 0; round < 8; round += 1) {
        const id = `two-${from}-${one}-${other}-${round}`
        await service.store(id, from)

        const answers = await Promise.all([
          service.changeStatus(id, one, { who: 'admin-1' }),
          service.changeStatus(id, other, { who: 'admin-2' }),
        ])

        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        const winner = answers.find(({ status }) => status === 200)
        expect(await statusOf(id)).toBe(winner?.body.status)
      }
    },
  )

  it('fail for the second admin if the request names an outdated status', async () => {
    await service.store('seen', 'PENDING')
    const body = { from: 'PENDING' }

    expect((await service.changeStatus('seen', 'DECLINED', { who: 'admin-1', body })).status).toBe(200)
    expect((await service.changeStatus('seen', 'APPROVED', { who: 'admin-2', body })).status).toBe(409)
    expect((await service.changeStatus('seen', 'APPROVED', { who: 'admin-2' })).status).toBe(200)
  })
})
