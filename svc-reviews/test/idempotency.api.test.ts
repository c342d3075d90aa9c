import { createReview, getUserReviews, pathOf } from '@offquad/contracts'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

async function create(who: Who, key: string, changes: object = {}) {
  const response = await fetch(service.url + pathOf(createReview), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.tokenOf(who)}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ ...form, ...changes }),
  })
  return { status: response.status, body: await response.json() }
}
async function pendingOf(who: Who): Promise<string[]> {
  const { body } = await service.call(pathOf(getUserReviews, { uid: who, status: 'PENDING' }), who)
  return body.map(({ id }: { id: string }) => id)
}

describe('a new review with an Idempotency-Key', () => {
  it('is stored once when it is sent repeatedly, also concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('user-1', 'key-of-one-review')))
    const later = await create('user-1', 'key-of-one-review')

    const ids = [...answers, later].map(({ body }) => body)
    expect(ids).toEqual(Array(9).fill(later.body))
    expect([...answers, later].every(({ status }) => status === 201)).toBe(true)
    expect(await pendingOf('user-1')).toEqual([ids[0]])
  })

  it('is independent of another user’s, and of one with another key', async () => {
    const mine = await create('user-2', 'key-of-one-review')
    const other = await create('user-2', 'key-of-another')

    expect(new Set([mine.body, other.body]).size).toBe(2)
    expect(await pendingOf('user-2')).toHaveLength(2)
    expect(await pendingOf('user-1')).toHaveLength(1)
  })

  it('is rejected when the key was used for another text, so that neither is lost', async () => {
    const written = await create('user-3', 'key-used-twice')

    const { status, body } = await create('user-3', 'key-used-twice', {
      reviewText: 'Another review entirely.',
    })

    expect([status, body.type]).toEqual([409, '/problems/idempotency-key-used'])
    expect(body.errors).toEqual([{ field: 'id', message: written.body }])
    expect(await pendingOf('user-3')).toHaveLength(1)
  })

  it('is rejected when the key was used for other ratings, so that the newer ones are not lost', async () => {
    await create('user-6', 'key-of-five-stars', { overallRating: 5 })

    expect((await create('user-6', 'key-of-five-stars', { overallRating: 1 })).status).toBe(409)
  })

  it('is rejected when another text is sent with the key at the same time', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `A review of its own, number ${n}.`)
    const answers = await Promise.all(
      texts.map((reviewText) => create('user-5', 'key-of-many-texts', { reviewText })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
  })

  it('is rejected with an invalid key', async () => {
    expect((await create('user-4', 'short')).status).toBe(400)
    expect((await create('user-4', 'k'.repeat(65))).status).toBe(400)
    expect(await pendingOf('user-4')).toEqual([])
  })
})
