import { isDeepStrictEqual } from 'node:util'
import {
  LEAST_RENT_REPORTS,
  type Listing,
  type PaidRent,
  type Review,
  type ReviewStatus,
} from '@offquad/contracts'
import fc from 'fast-check'
import sharp from 'sharp'
import { REVIEW_FORM } from '../access/subjects'
import { createTeam } from '../deploys'
import { accessTokenOf, type Platform } from '../people'
import { waitFor } from '../platform'

/** A simple model of the rules, which the platform is compared with after each step. */
export interface Model {
  reviews: ModelReview[]
  /** Rollback targets of the app, followed by the live version. */
  versions: string[]
}

interface ModelReview {
  id: string
  /** Undefined after the account is deleted. */
  author: Person | undefined
  status: ReviewStatus
  likers: Set<Person>
}

/** An account. After a deletion, a new sign-in creates another one. */
interface Person {
  uid: string
  token: string
}

/** The platform and its users. */
export interface Real {
  platform: Platform
  people: Person[]
  administrator: Person
  /** The steps so far, for reporting a failure. */
  log: string[]
}

type Step = fc.AsyncCommand<Model, Real>

const APARTMENT = 'demo-2'
const LANDLORD = 'demo-landlord-1'
const APP = 'mfe-account'
const STUDENTS = 3
const VISIBLE: readonly ReviewStatus[] = ['APPROVED', 'REPORTED']
const EDITABLE: readonly ReviewStatus[] = ['PENDING', 'APPROVED', 'DECLINED']

const isVisible = ({ status }: ModelReview): boolean => VISIBLE.includes(status)

let signedUp = 0
async function signUp(platform: Platform): Promise<Person> {
  signedUp += 1
  return signIn(`sequence-${process.pid}-${signedUp}@cornell.edu`, platform)
}

async function signIn(email: string, platform: Platform): Promise<Person> {
  const token = await accessTokenOf(email, platform)
  const response = await fetch(`${platform.url}/api/auth/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { token, uid: ((await response.json()) as { uid: string }).uid }
}

/** Creates new users; reviews of earlier sequences stay. */
export async function beginSequence(platform: Platform, model: Model): Promise<{ model: Model; real: Real }> {
  const people = await Promise.all(Array.from({ length: STUDENTS }, () => signUp(platform)))
  const administrator = await signIn('admin@cornell.edu', platform)
  return { model, real: { platform, people, administrator, log: [] } }
}

interface Sent {
  by?: Person | undefined
  body?: unknown
}

/** @throws Error for a 5xx response */
async function send<T>(
  real: Real,
  call: string,
  { by, body }: Sent = {},
): Promise<{ status: number; body: T }> {
  const [method, path] = call.split(' ')
  const isForm = body instanceof FormData
  const response = await fetch(`${real.platform.url}${path}`, {
    method: method ?? 'GET',
    headers: {
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  real.log.push(`${call} by ${by?.uid ?? 'a visitor'}: ${response.status}`)
  if (response.status >= 500) throw new Error(`${real.log.join('\n')}\n${text}`)
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T }
}

function expectEqual(real: Real, what: string, [actual, expected]: [unknown, unknown]): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(
    `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}, after\n${real.log.join('\n')}`,
  )
}

const form = (photos: string[]) => ({
  ...REVIEW_FORM,
  aptId: APARTMENT,
  landlordId: LANDLORD,
  photos,
  reviewText: 'A step of a sequence that nobody has written down.',
})

let picture: Promise<Buffer> | undefined
async function upload(real: Real, by: Person): Promise<string> {
  picture ??= sharp({ create: { width: 64, height: 48, channels: 3, background: '#467' } })
    .png()
    .toBuffer()
  const file = new FormData()
  file.set('file', new Blob([new Uint8Array(await picture)]), 'photo.png')
  const { status, body } = await send<{ url: string }>(real, 'POST /api/photos', { by, body: file })
  expectEqual(real, 'an upload', [status, 201])
  return body.url
}

/** A step whose outcome the model predicts. */
const step = (
  title: string,
  run: (model: Model, real: Real) => Promise<void>,
  check?: (model: Model) => boolean,
): Step => ({
  check: (model) => check?.(model) ?? true,
  run,
  toString: () => title,
})
const pick = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length]
const hasReviews = ({ reviews }: Model): boolean => reviews.length > 0

const write = (who: number, withPhoto: boolean): Step =>
  step(`write by ${who}${withPhoto ? ' with a photo' : ''}`, async (model, real) => {
    const author = pick(real.people, who)
    if (!author) return
    const photos = withPhoto ? [await upload(real, author)] : []
    const { status, body } = await send<string>(real, 'POST /api/new-review', {
      by: author,
      body: form(photos),
    })
    expectEqual(real, 'writing', [status, 201])
    model.reviews.push({ id: body, author, status: 'PENDING', likers: new Set() })
  })

const decide = (which: number, to: 'APPROVED' | 'DECLINED'): Step =>
  step(
    `${to} ${which}`,
    async (model, real) => {
      const review = pick(model.reviews, which)
      if (!review) return
      const from: readonly ReviewStatus[] =
        to === 'APPROVED' ? ['PENDING', 'DECLINED', 'REPORTED'] : ['PENDING']
      const { status } = await send(real, `PUT /api/update-review-status/${review.id}/${to}`, {
        by: real.administrator,
        body: {},
      })
      expectEqual(real, `${to} of a review that is ${review.status}`, [
        status,
        from.includes(review.status) ? 200 : 409,
      ])
      if (status === 200) review.status = to
    },
    hasReviews,
  )

const edit = (who: number, which: number): Step =>
  step(
    `edit of ${which} by ${who}`,
    async (model, real) => {
      const [person, review] = [pick(real.people, who), pick(model.reviews, which)]
      if (!person || !review) return
      const { status } = await send(real, `POST /api/edit-review/${review.id}`, {
        by: person,
        body: form([]),
      })
      const own = EDITABLE.includes(review.status) ? 201 : 409
      const expected = review.author === person ? own : isVisible(review) ? 403 : 404
      expectEqual(real, `editing a review that is ${review.status}`, [status, expected])
      if (status === 201) review.status = 'PENDING'
    },
    hasReviews,
  )

const like = (who: number, which: number, isLiked: boolean): Step =>
  step(
    `${isLiked ? 'like' : 'unlike'} of ${which} by ${who}`,
    async (model, real) => {
      const [person, review] = [pick(real.people, who), pick(model.reviews, which)]
      if (!person || !review) return
      const { status } = await send(real, `POST /api/${isLiked ? 'add' : 'remove'}-like`, {
        by: person,
        body: { reviewId: review.id },
      })
      expectEqual(real, 'a like', [status, review.author === person ? 403 : isVisible(review) ? 200 : 404])
      if (status !== 200) return
      if (isLiked) review.likers.add(person)
      else review.likers.delete(person)
    },
    hasReviews,
  )

const changeOwn = (who: number, which: number, to: 'REPORTED' | 'DELETED'): Step =>
  step(
    `${to} ${which} by ${who}`,
    async (model, real) => {
      const [person, review] = [pick(real.people, who), pick(model.reviews, which)]
      if (!person || !review) return
      const isOwn = review.author === person
      const { status } = await send(real, `PUT /api/update-review-status/${review.id}/${to}`, {
        by: person,
        body: {},
      })
      const deletes = isOwn ? (EDITABLE.includes(review.status) ? 200 : 409) : isVisible(review) ? 403 : 404
      const reports = isOwn ? (isVisible(review) ? 403 : status) : isVisible(review) ? 200 : 404
      expectEqual(real, `${to} of a review that is ${review.status}`, [
        status,
        to === 'DELETED' ? deletes : reports,
      ])
      if (status === 200) review.status = to
    },
    hasReviews,
  )

const leave = (who: number, reviews: 'anonymise' | 'remove'): Step =>
  step(`account of ${who} deleted (${reviews})`, async (model, real) => {
    const person = pick(real.people, who)
    if (!person) return
    const { status } = await send(real, 'POST /api/account/delete', { by: person, body: { reviews } })
    expectEqual(real, 'deleting an account', [status, 204])
    for (const review of model.reviews) {
      review.likers.delete(person)
      if (review.author !== person) continue
      review.author = undefined
      if (reviews === 'remove') review.status = 'DELETED'
    }
    real.people[real.people.indexOf(person)] = await signUp(real.platform)
    // Other services are notified asynchronously.
    await waitFor('the reviews and likes of a deleted account to be removed', async () => {
      const found = await Promise.all([
        send<Review[]>(real, `GET /api/review/userId/${person.uid}/APPROVED`, { by: real.administrator }),
        send<Review[]>(real, `GET /api/review/userId/${person.uid}/PENDING`, { by: real.administrator }),
      ])
      return found.every(({ body }) => body.length === 0)
    })
  })

const deploy = (number: number): Step =>
  step(`deploy ${number}`, async (model, real) => {
    const version = `9.${model.versions.length}.${number}-${Date.now()}`
    await createTeam(real.platform, APP).deployCopy({ version })
    model.versions.push(version)
  })

const rollBack = (): Step =>
  step(
    'rollback',
    async (model, real) => {
      const response = await createTeam(real.platform, APP).send('POST', '/rollback')
      real.log.push(`rollback: ${response.status}`)
      expectEqual(real, 'a rollback', [response.status, 200])
      model.versions.pop()
    },
    ({ versions }) => versions.length > 1,
  )

/** Arbitrary sequences of actions by users, administrators and teams. */
export const sequences = (): fc.Arbitrary<Iterable<Step>> => {
  const who = fc.nat({ max: STUDENTS - 1 })
  const which = fc.nat({ max: 20 })
  const often = (steps: fc.Arbitrary<Step>, times: number) => Array.from({ length: times }, () => steps)
  return fc.commands(
    [
      ...often(
        fc.tuple(who, fc.boolean()).map(([person, withPhoto]) => write(person, withPhoto)),
        4,
      ),
      ...often(
        fc
          .tuple(which, fc.constantFrom('APPROVED', 'APPROVED', 'DECLINED'))
          .map(([review, to]) => decide(review, to)),
        4,
      ),
      ...often(
        fc.tuple(who, which, fc.boolean()).map(([person, review, isLiked]) => like(person, review, isLiked)),
        4,
      ),
      ...often(
        fc.tuple(who, which).map(([person, review]) => edit(person, review)),
        2,
      ),
      ...often(
        fc
          .tuple(who, which, fc.constantFrom('REPORTED', 'DELETED'))
          .map(([person, review, to]) => changeOwn(person, review, to)),
        3,
      ),
      fc
        .tuple(who, fc.constantFrom('anonymise', 'remove'))
        .map(([person, reviews]) => leave(person, reviews)),
      fc.nat({ max: 9 }).map(deploy),
      fc.constant(rollBack()),
    ],
    { maxCommands: 30, size: '+1' },
  )
}

/** Checks the invariants after a sequence. */
export async function expectInvariants(model: Model, real: Real): Promise<void> {
  await waitFor('lists and counts to match the model', async () => {
    const problem = await findProblem(model, real)
    real.log.push(`compared: ${problem ?? 'all as expected'}`)
    return !problem
  }).catch((error: Error) => {
    throw new Error(`${error.message}\n${real.log.join('\n')}`)
  })
}

/** The number of reports for each number of bedrooms. */
const reportsOf = (rents: PaidRent[]): [number, number][] =>
  rents.filter(({ year }) => year === undefined).map(({ bedrooms, reports }) => [bedrooms, reports])

function rentReportsIn(reviews: Review[]): [number, number][] {
  const sizes = [1, 2, 3, 4, 5, 6].map((bedrooms): [number, number] => [
    bedrooms,
    reviews.filter((review) => review.bedrooms === bedrooms && review.price > 0).length,
  ])
  return sizes.filter(([, reports]) => reports >= LEAST_RENT_REPORTS)
}

async function findProblem(model: Model, real: Real): Promise<string | undefined> {
  const [approved, reported, listings, paid] = await Promise.all([
    send<Review[]>(real, `GET /api/review/aptId/${APARTMENT}/APPROVED`),
    send<Review[]>(real, `GET /api/review/aptId/${APARTMENT}/REPORTED`),
    send<Listing[]>(real, `GET /api/listings/${APARTMENT}`),
    send<{ rents: PaidRent[] }>(real, `GET /api/reported-rents?aptId=${APARTMENT}`),
  ])
  const shown = [...approved.body, ...reported.body]
  if (shown.some(({ userId }) => userId !== 'anonymous')) return 'a public review names its author'
  if (listings.body[0]?.numReviews !== shown.length)
    return `${listings.body[0]?.numReviews} reviews are counted and ${shown.length} are visible`
  const [actual, expected] = [reportsOf(paid.body.rents), rentReportsIn(shown)].map((one) =>
    JSON.stringify(one),
  )
  if (actual !== expected) return `the rents are based on ${actual} reports instead of ${expected}`
  const byId = new Map(shown.map((review) => [review.id, review]))
  for (const review of model.reviews) {
    const found = byId.get(review.id)
    if (Boolean(found) !== isVisible(review))
      return `${review.id} is ${review.status}, and ${found ? 'shown' : 'hidden'}`
    if (found && found.likes !== review.likers.size)
      return `${review.id} has ${found.likes} likes of ${review.likers.size} people`
  }
  const live = model.versions.at(-1)
  if (live === undefined) return undefined
  const state = (await (await createTeam(real.platform, APP).send('GET', '')).json()) as {
    live?: { version: string }
  }
  return state.live?.version === live ? undefined : `${state.live?.version} is live instead of ${live}`
}
