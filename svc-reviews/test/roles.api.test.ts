import { type Endpoint, ENDPOINTS, pathOf, REVIEW_STATUSES, type ReviewStatus } from '@offquad/contracts'
import { form, startReviews, type TestReviews, type Who } from './start-reviews'

// These ids occur in no other word of a response.
const AUTHOR = 'user-770001'
const REPORTER = 'user-880002'
const ROLES = ['nobody', 'student', AUTHOR, REPORTER, 'admin'] as const satisfies readonly Who[]
type Role = (typeof ROLES)[number]

const BODIES: Record<string, (id: string) => object> = {
  '/api/add-like': (id) => ({ reviewId: id }),
  '/api/remove-like': (id) => ({ reviewId: id }),
  '/api/new-review': () => form,
  '/api/edit-review/:id': () => form,
  '/api/update-review-status/:id/:status': () => ({ reason: 'rude' }),
}

// The access table (e2e/src/access) tests statuses; these tests check the contents of responses.
const every: Endpoint[] = ENDPOINTS['svc-reviews'].filter(({ access }) => access !== 'admin')
let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

/** A separate review for each call, so that calls do not affect each other. */
async function storeReview(status: ReviewStatus, name: string): Promise<string> {
  const id = `${status}-${name}`
  const reports = [{ date: new Date(), userId: REPORTER, reason: 'secret reason', textFingerprint: 'f' }]
  await service.store(id, status, {
    userId: AUTHOR,
    aptId: `apt-${id}`,
    landlordId: `lord-${id}`,
    reports,
    decline: { reason: 'other', note: 'secret note' },
  })
  await service.context.likes.add(id, REPORTER)
  return id
}

/** Every URL of a call about the review. */
function urlsOf({ path }: Endpoint, id: string): string[] {
  const ids = path.includes('aptId') ? [`apt-${id}`] : path.includes('landlordId') ? [`lord-${id}`] : [id]
  if (path.startsWith('/api/reviews'))
    return [`${path}?aptId=apt-${id}`, `${path}?landlordId=lord-${id}`, `${path}?aptId=apt-${id}&q=walls`]
  const statuses = path.includes(':status') ? REVIEW_STATUSES : ['']
  return ids.flatMap((requestedId) =>
    statuses.flatMap((status) =>
      [AUTHOR, REPORTER].map((uid) =>
        pathOf({ path: path as '/api/' }, { id: requestedId, status, uid, size: 'card' }),
      ),
    ),
  )
}

async function ask({ method, path }: Endpoint, url: string, { who, id }: { who: Role; id: string }) {
  const token = service.tokenOf(who)
  const body = BODIES[path]?.(id)
  const response = await fetch(service.url + url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  return { status: response.status, text: await response.text() }
}

describe.each(every.map((endpoint) => ({ ...endpoint, title: `${endpoint.method} ${endpoint.path}` })))(
  '$title',
  (endpoint) => {
    it.each(ROLES)('reveals to %s nothing that is hidden from them', async (who) => {
      for (const status of REVIEW_STATUSES) {
        const id = await storeReview(status, `${endpoint.method}${endpoint.path.replace(/\W/g, '-')}${who}`)
        for (const url of new Set(urlsOf(endpoint, id))) {
          const answer = await ask(endpoint, url, { who, id })

          expect([url, answer.status < 500]).toEqual([url, true])
          expectNoSecrets(answer.text, who)
        }
      }
    })
  },
)

/** Admins see reporters and authors, authors see themselves, and both see hidden reviews. */
function expectNoSecrets(text: string, who: Role): void {
  expect(text).not.toMatch(/outbox|changedAt|mailTo|decision|likers/)
  if (who === 'admin') return
  for (const review of reviewsIn(text)) expect(['anonymous', who]).toContain(review.userId)
  // The message of a 404 may repeat a requested id; other responses may not.
  expect(text).not.toMatch(new RegExp(`"userId":"(?!${who}"|anonymous")|"reports"|secret reason`))
  if (who !== REPORTER) expect(text).not.toContain(`"${REPORTER}"`)
  if (who !== AUTHOR) expect(text).not.toContain(`"${AUTHOR}"`)
  expect(text).not.toMatch(/flags|authorReviews/)
  if (who !== AUTHOR) expect(text).not.toMatch(/"decline"|secret note/)
  // Authors see their own hidden reviews.
  expect(text).not.toMatch(new RegExp(`"status":"(PENDING|DECLINED|DELETED)"(?!,"userId":"${who}")`))
}

interface ReviewLike {
  reviewText?: unknown
  userId?: unknown
}

/** The reviews in a response: one, a list, or none. */
function reviewsIn(text: string): ReviewLike[] {
  if (!text.startsWith('{') && !text.startsWith('[')) return []
  const body = JSON.parse(text) as ReviewLike | ReviewLike[] | { items: ReviewLike[] }
  return [typeof body === 'object' && 'items' in body ? body.items : body]
    .flat()
    .filter((item) => typeof item === 'object' && item !== null && 'reviewText' in item)
}
