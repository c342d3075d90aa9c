import { editReview, pathOf, type Review } from '@offquad/contracts'
import { createRandom, type Random } from '@offquad/service-kit/testing/random'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const read = async (id: string, who: Who = 'admin') =>
  (await service.call(`/api/review-by-id/${id}`, who)).body as Review
const edit = (id: string, changes: object, who: Who = 'author') =>
  service.call(pathOf(editReview, { id }), who, { ...form, ...changes })
const decide = (
  { id, status, version }: Pick<Review, 'id' | 'status' | 'version'>,
  to: 'APPROVED' | 'DECLINED' | 'DELETED',
  who: Who = 'admin',
) => service.changeStatus(id, to, { who, body: { from: status, version } })
const report = (id: string, who: Who, reason?: string) =>
  service.changeStatus(id, 'REPORTED', { who, body: reason === undefined ? {} : { reason } })

describe('a decision about a review', () => {
  it('is refused when the text has changed since it was read, and says so with the new text', async () => {
    const seen = await read(await service.write('author'))
    await edit(seen.id, { reviewText: 'Nothing of what I wrote first is true.' })

    const { status, body } = await decide(seen, 'APPROVED')

    expect(status).toBe(409)
    expect(body).toMatchObject({
      type: '/problems/review-changed',
      errors: [{ field: 'reviewText', message: 'It says now: “Nothing of what I wrote first is true.”' }],
    })
    expect(body.detail).toContain('the text.')
    expect((await read(seen.id)).status).toBe('PENDING')
    expect((await decide(await read(seen.id), 'APPROVED')).status).toBe(200)
  })

  it('to ignore a report does not dismiss one that came later', async () => {
    await service.store('reported', 'APPROVED', { reports: [] })
    await report('reported', 'student', 'It names a neighbour.')
    const seen = await read('reported')
    await report('reported', 'user-1', 'It is an advertisement.')

    const { status, body } = await decide(seen, 'APPROVED')

    expect(status).toBe(409)
    expect(body.errors).toEqual([
      { field: 'reports', message: 'There are 2 reports now, the last of them: “It is an advertisement.”' },
    ])
    expect((await read('reported')).status).toBe('REPORTED')
    expect((await decide(await read('reported'), 'APPROVED')).status).toBe(200)
  })

  it('without a version is made as before, for older clients', async () => {
    const id = await service.write('author')
    await edit(id, { reviewText: 'Another text, which nobody has read.' })

    expect((await service.changeStatus(id, 'APPROVED', { who: 'admin' })).status).toBe(200)
  })

  it('names to readers no version, and to authors one that says nothing about reports', async () => {
    await service.store('versioned', 'APPROVED', { reports: [] })
    const before = await read('versioned', 'author')
    await report('versioned', 'student', 'Rude')

    expect(await read('versioned', 'student')).not.toHaveProperty('version')
    expect((await read('versioned', 'author')).version).toBe(before.version)
    expect((await read('versioned')).version).not.toBe(before.version)
  })
})

describe('an edit of a review', () => {
  it('is refused when the review was edited elsewhere since, and says what it says now', async () => {
    const { id, version } = await read(await service.write('author'), 'author')
    await edit(id, { reviewText: 'Written on the phone meanwhile.', version })

    const second = await edit(id, { reviewText: 'Written on the laptop all day.', version })

    expect(second.status).toBe(409)
    expect(second.body.errors).toEqual([
      { field: 'reviewText', message: 'It says now: “Written on the phone meanwhile.”' },
    ])
    expect((await read(id)).reviewText).toBe('Written on the phone meanwhile.')
  })

  it('that is repeated because its answer was lost succeeds', async () => {
    const { id, version } = await read(await service.write('author'), 'author')
    const changes = { reviewText: 'Sent twice by a bad network.', version }

    expect((await edit(id, changes)).status).toBe(201)
    expect((await edit(id, changes)).status).toBe(201)
  })
})

describe('a report by somebody who has reported the review before', () => {
  it('does not reopen what was decided, unless its reason or the text is new', async () => {
    await service.store('again', 'APPROVED', { reports: [] })
    const statusAfter = async (reason?: string) => {
      expect((await report('again', 'student', reason)).status).toBe(200)
      return (await read('again')).status
    }
    const ignore = async () => decide(await read('again'), 'APPROVED')
    expect(await statusAfter('Rude')).toBe('REPORTED')
    await ignore()

    expect(await statusAfter('Rude')).toBe('APPROVED')
    expect(await statusAfter(' rude! ')).toBe('APPROVED')
    expect(await statusAfter()).toBe('APPROVED')
    expect(await statusAfter('It names me.')).toBe('REPORTED')
    await ignore()
    expect(await statusAfter('Rude')).toBe('APPROVED')
    await edit('again', { reviewText: 'Rewritten from beginning to end.' })
    await ignore()
    expect(await statusAfter('Rude')).toBe('REPORTED')
  })

  it('adds a reason about a new text that another user has reported already', async () => {
    await service.store('changed', 'APPROVED', { reports: [] })
    await report('changed', 'student', 'It is an advertisement.')
    await decide(await read('changed'), 'APPROVED')
    await edit('changed', { reviewText: 'Maya of number 4 is a thief, ask anyone.' })
    await decide(await read('changed'), 'APPROVED')
    await report('changed', 'user-1', '')

    for (const reason of ['It names me.', 'It names me, and says that I steal.'])
      expect((await report('changed', 'student', reason)).status).toBe(200)

    expect((await read('changed')).reports?.map(({ reason }) => reason)).toEqual([
      'It is an advertisement.',
      '',
      'It names me.',
    ])
  })
})

const ADMINS: Who[] = ['admin-1', 'admin-2']
const AUTHORS: Who[] = ['user-1', 'user-2']

/** `npm test` runs 10 sequences, `npm run test:long` 300. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 10)

/** Reviews on the screen of an administrator or an author, which may be outdated. */
type Screens = Map<Who, Review[]>

describe(`two administrators and two authors, in ${SEQUENCES} random sequences`, () => {
  it('publish and delete nothing that they had not seen', async () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) await play(createRandom(seed), seed)
  }, 1_200_000)

  async function play(random: Random, seed: number): Promise<void> {
    const ids = await Promise.all(AUTHORS.map((author) => service.write(author, textOf(seed, 0))))
    const screens: Screens = new Map()
    /** Texts on the screens from which a review was published or deleted. */
    const accepted = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
    for (let step = 1; step <= 12; step += 1) {
      await Promise.all(
        [...ADMINS, ...AUTHORS].map((who) =>
          act(random, who, { ids, screens, accepted, text: `${seed}.${step}` }),
        ),
      )
      for (const id of ids) {
        const { status, reviewText } = await read(id)
        if (['APPROVED', 'REPORTED', 'DELETED'].includes(status))
          expect([seed, step, status, [...(accepted.get(id) ?? [])]]).toEqual([
            seed,
            step,
            status,
            expect.arrayContaining([reviewText]),
          ])
      }
    }
  }

  const textOf = (seed: number, step: number | string) => ({
    reviewText: `The text of ${seed} in step ${step}.`,
  })

  async function act(
    random: Random,
    who: Who,
    {
      ids,
      screens,
      accepted,
      text,
    }: { ids: string[]; screens: Screens; accepted: Map<string, Set<string>>; text: string },
  ): Promise<void> {
    const shown = screens.get(who) ?? []
    if (shown.length === 0 || random.chance(0.3)) return load(who, { ids, screens })
    const review = random.pick(shown)
    const isAdmin = ADMINS.includes(who)
    if (!isAdmin && review.userId !== who) {
      await report(review.id, who, random.pick(['Rude', 'An advertisement', `Reason ${text}`]))
      return
    }
    if (!isAdmin && random.chance(0.8)) {
      await edit(review.id, { reviewText: `The text of ${text}.`, version: review.version }, who)
      return
    }
    const to = isAdmin ? random.pick(['APPROVED', 'APPROVED', 'DECLINED', 'DELETED'] as const) : 'DELETED'
    const { status } = await decide(review, to, who)
    if (status === 200) accepted.get(review.id)?.add(review.reviewText)
  }

  async function load(who: Who, { ids, screens }: { ids: string[]; screens: Screens }): Promise<void> {
    const answers = await Promise.all(ids.map((id) => service.call(`/api/review-by-id/${id}`, who)))
    screens.set(
      who,
      answers.flatMap(({ status, body }) => (status === 200 ? [body as Review] : [])),
    )
  }
})
