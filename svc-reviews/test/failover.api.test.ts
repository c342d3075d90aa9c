import {
  addLike,
  createReview,
  editReview,
  ENDPOINTS,
  importReviews,
  pathOf,
  photoIdOf,
  removeLike,
  type ReviewStatus,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import { describeWritesDuringFailover, emptyDatabase, readComparable } from '@offquad/service-kit/testing'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { deliverOutbox } from '../src/review-stats/deliver-changes'
import { png } from './pictures'
import { form, row, startReviews, type TestReviews, type Who } from './start-reviews'

let service: TestReviews
let photo: Buffer

interface Write {
  call: { method: string; path: string }
  /** Beside the call, if it has several writes. */
  as?: string
  prepare?: () => Promise<unknown>
  who: Who
  params?: Record<string, string>
  body?: () => object | FormData
  headers?: Record<string, string>
}

const changeOfStatus = (
  as: string,
  { from, to, who }: { from: ReviewStatus; to: ReviewStatus; who: Who },
): Write => ({
  call: updateReviewStatus,
  as,
  prepare: () => service.store('r1', from, { reports: [] }),
  who,
  params: { id: 'r1', status: to },
  body: () => ({ reason: 'rude' }),
})

const like = () => ({ reviewId: 'r1' })
const storeApproved = () => service.store('r1', 'APPROVED', { reports: [] })

const WRITES: Write[] = [
  { call: createReview, as: 'without a key', who: 'author', body: () => form },
  {
    call: createReview,
    as: 'with an Idempotency-Key',
    who: 'author',
    body: () => form,
    headers: { 'idempotency-key': 'one-review' },
  },
  {
    call: createReview,
    as: 'of a suggested apartment',
    prepare: () => service.context.suggestions.record({ id: 's1', userId: 'ann', name: 'Gull House' }),
    who: 'author',
    body: () => ({ ...form, aptId: null, landlordId: null, suggestionId: 's1' }),
    headers: { 'idempotency-key': 'one-review' },
  },
  {
    call: editReview,
    prepare: storeApproved,
    who: 'author',
    params: { id: 'r1' },
    body: () => ({ ...form, reviewText: 'Cold rooms and thick walls.' }),
  },
  changeOfStatus('an approval', { from: 'PENDING', to: 'APPROVED', who: 'admin' }),
  changeOfStatus('a refusal', { from: 'PENDING', to: 'DECLINED', who: 'admin' }),
  changeOfStatus('a deletion by the author', { from: 'APPROVED', to: 'DELETED', who: 'author' }),
  changeOfStatus('a report', { from: 'APPROVED', to: 'REPORTED', who: 'student' }),
  changeOfStatus('a second report', { from: 'REPORTED', to: 'REPORTED', who: 'student' }),
  { call: addLike, prepare: storeApproved, who: 'student', body: like },
  {
    call: removeLike,
    async prepare() {
      await storeApproved()
      await service.call(pathOf(addLike), 'student', like())
    },
    who: 'student',
    body: like,
  },
  {
    call: uploadPhoto,
    who: 'student',
    body() {
      const upload = new FormData()
      upload.set('file', new Blob([new Uint8Array(photo)]), 'photo.png')
      return upload
    },
  },
  {
    call: importReviews,
    prepare: () => service.importRows([row('2')]),
    who: 'admin',
    body: () => ({
      rows: [row('1'), row('2', { reviewText: 'Cold rooms and thick walls.' })].map((value, index) => ({
        line: index + 1,
        value,
      })),
    }),
  },
]

async function send({ call, who, params, body, headers }: Write) {
  const content = body?.()
  const response = await fetch(service.url + pathOf(call as typeof createReview, params), {
    method: call.method,
    headers: {
      authorization: `Bearer ${service.tokenOf(who)}`,
      ...(!(content instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: content instanceof FormData ? content : JSON.stringify(content),
  })
  answer = await response.json()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

/** To the last attempt. */
let answer: { url?: string }

const TWO_DAYS_MS = 2 * 86_400_000

/** The jobs of the workers, and what is left once unused photos are removed. */
async function sweep(): Promise<void> {
  await deliverOutbox(service.context)
  const photoId = answer.url && photoIdOf(answer.url)
  if (photoId) await service.context.photos.attach({ photoIds: [photoId], owner: 'test' })
  await removeUnusedPhotos({ ...service.context, now: () => new Date(Date.now() + TWO_DAYS_MS) })
}

describeWritesDuringFailover({
  endpoints: ENDPOINTS['svc-reviews'],
  writes: WRITES,
  async start(mongoUri) {
    photo = await png()
    return (service = await startReviews({ MONGODB_URI: mongoUri }))
  },
  toFaultyWrite: (write) => ({
    async prepare() {
      await emptyDatabase(service.context.connection)
      await write.prepare?.()
    },
    send: () => send(write),
    sweep,
    read: () => readComparable(service.context.connection, ['countVersions']),
  }),
})
