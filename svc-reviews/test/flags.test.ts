import {
  getModeratedReviews,
  getModerationLog,
  type ModeratedReview,
  type ModerationEntry,
} from '@offquad/contracts'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { form, row, startReviews, type TestReviews, type Who } from './start-reviews'

const TEXT = 'Ask for Kevin Marsh, his number is 607-555-0142.'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

async function moderated(id: string, status = 'PENDING'): Promise<ModeratedReview | undefined> {
  const { body } = await service.call(`${getModeratedReviews.path}?status=${status}&size=100`, 'admin')
  return (body.reviews as ModeratedReview[]).find((review) => review.id === id)
}

async function submit(who: Who, reviewText: string): Promise<string> {
  const { body } = await service.call('/api/new-review', who, { ...form, reviewText })
  return body as string
}

describe('flags of waiting reviews', () => {
  it('are shown to administrators with the passage, for the current text', async () => {
    const id = await submit('user-2', TEXT)
    expect((await moderated(id))?.flags).toEqual([
      { kind: 'person-name', passage: 'Kevin Marsh' },
      { kind: 'phone', passage: '607-555-0142' },
    ])

    const edited = { ...form, reviewText: 'The damn radiator knocks.' }
    await service.call(`/api/edit-review/${id}`, 'user-2', edited)

    expect((await moderated(id))?.flags).toEqual([{ kind: 'profanity', passage: 'damn' }])
  })

  it('are added to the first reviews of a day when later ones are written', async () => {
    const first = await submit('user-6', 'The first of three on one and the same day.')
    expect((await moderated(first))?.flags).toEqual([])
    await submit('user-6', 'The second of three on one and the same day.')
    await submit('user-6', 'The third of three on one and the same day.')

    expect((await moderated(first))?.flags).toEqual([{ kind: 'many-in-a-day', count: 3 }])
  })

  it('do not mark three reviews on three days as many in a day', async () => {
    for (const day of [1, 2, 3])
      await service.store(`daily-${day}`, 'PENDING', {
        userId: 'daily',
        date: new Date(Date.UTC(2024, 4, day, day)),
        reviewText: `One of three days, and this is day ${day}.`,
      })

    expect((await moderated('daily-2'))?.flags).toEqual([])
  })

  it('are found in waiting imported reviews', async () => {
    await service.importRows([row('imported', { status: 'PENDING', reviewText: TEXT })])

    expect((await moderated('imported'))?.flags).toEqual(
      expect.arrayContaining([{ kind: 'phone', passage: '607-555-0142' }]),
    )
  })
})

describe('other reviews by the same author', () => {
  it('are counted by status, without the review itself and without a name', async () => {
    for (const [id, status] of [
      ['o-1', 'APPROVED'],
      ['o-2', 'APPROVED'],
      ['o-3', 'DECLINED'],
      ['o-4', 'PENDING'],
    ] as const)
      await service.store(id, status, { userId: 'prolific' })

    expect((await moderated('o-4'))?.authorReviews).toEqual({
      approved: 2,
      pending: 0,
      reported: 0,
      declined: 1,
      deleted: 0,
    })
  })

  it('are not counted when the author is unknown', async () => {
    await service.store('orphan', 'PENDING', { userId: null })

    const review = await moderated('orphan')

    expect(review).toBeDefined()
    expect(review?.authorReviews).toBeUndefined()
  })
})

describe('why a review was declined', () => {
  const decline = { reason: 'names-person' as const, note: 'Please leave out the manager’s name.' }

  it('is stored without invisible characters, and visible to its author and administrators only', async () => {
    const id = await submit('author', TEXT)
    const typed = { ...decline, note: `  \u202E${decline.note}\u0000 ` }
    const decided = await service.changeStatus(id, 'DECLINED', { who: 'admin', body: { decline: typed } })

    expect(decided.status).toBe(200)
    expect((await service.call('/api/review/userId/ann/DECLINED', 'author')).body).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, decline })]),
    )
    expect((await moderated(id, 'DECLINED'))?.decline).toEqual(decline)
    expect((await service.call(`/api/review-by-id/${id}`, 'student')).status).toBe(404)
  })

  it('is kept in the log', async () => {
    const id = await submit('author', TEXT)
    await service.changeStatus(id, 'DECLINED', { who: 'admin', body: { decline } })
    await deliverOutbox(service.context)
    await service.changeStatus(id, 'APPROVED', { who: 'admin', body: {} })
    await deliverOutbox(service.context)

    const { body } = await service.call(getModerationLog.path, 'admin')

    const ofReview = (body.entries as ModerationEntry[]).filter(({ reviewId }) => reviewId === id)
    expect(ofReview).toEqual([
      expect.not.objectContaining({ decline: expect.anything() }),
      expect.objectContaining({ to: 'DECLINED', decline }),
    ])
  })

  it('is imported with the rows of a review that was declined', async () => {
    const [accepted] = await service.importRows([row('why', { status: 'DECLINED', decline })])
    const [refused] = await service.importRows([
      row('why-not', { status: 'DECLINED', decline: { reason: 'no idea' } }),
    ])

    expect(accepted?.outcome).toBe('created')
    expect((await moderated('why', 'DECLINED'))?.decline).toEqual(decline)
    expect(refused?.reason).toContain('decline has a reason that is not one of')
  })

  it('is removed when the review is edited or approved later', async () => {
    const [edited, approved] = [await submit('author', TEXT), await submit('author', TEXT)]
    for (const id of [edited, approved])
      await service.changeStatus(id, 'DECLINED', { who: 'admin', body: { decline } })

    await service.call(`/api/edit-review/${edited}`, 'author', form)
    await service.changeStatus(approved, 'APPROVED', { who: 'admin', body: {} })

    for (const id of [edited, approved])
      expect((await service.call(`/api/review-by-id/${id}`, 'author')).body).not.toHaveProperty('decline')
  })

  it('is optional, and rejected with another decision or with a reason that is not offered', async () => {
    const [plain, approved, odd] = [
      await submit('author', TEXT),
      await submit('author', TEXT),
      await submit('author', TEXT),
    ]

    expect((await service.changeStatus(plain, 'DECLINED', { who: 'admin', body: {} })).status).toBe(200)
    await service.changeStatus(approved, 'APPROVED', { who: 'admin', body: { decline } })
    const refused = await service.changeStatus(odd, 'DECLINED', {
      who: 'admin',
      body: { decline: { reason: 'no-idea' } },
    })

    expect((await service.call(`/api/review-by-id/${approved}`, 'author')).body).not.toHaveProperty('decline')
    expect(refused.status).toBe(400)
  })
})
