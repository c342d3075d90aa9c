import {
  type BodyOf,
  createReview,
  importReviews,
  pathOf,
  type ReviewForm,
  type ReviewStatus,
  updateReviewStatus,
  uploadPhoto,
} from '@offquad/contracts'
import { createLog, listen, monthOf } from '@offquad/service-kit'
import {
  dropCollections,
  startTokenIssuer,
  testSettings,
  untilTokensCanBeChecked,
} from '@offquad/service-kit/testing'
import { buildApp } from '../src/app'
import { type ReviewsConfig } from '../src/config'
import { openContext } from '../src/context'
import { fingerprintOf } from '../src/reviews/review-fingerprints'
import { type FetchPolicy } from '../src/photos/fetch-policy'
import { sampleContent, sampleRowContent } from './sample-content'

export type TestReviews = Awaited<ReturnType<typeof startReviews>>
/** "user-7" and "admin-2" stand for any further ones that a test needs; their ids are their names. */
export type Who = 'nobody' | 'student' | 'author' | 'admin' | `user-${number}` | `admin-${number}`

const IDS: Partial<Record<Who, string>> = { student: 'stu', author: 'ann', admin: 'adm' }

/** The service as main.ts runs it, with its own port and database. */
export async function startReviews(changes: Partial<ReviewsConfig> = {}, fetchPolicy?: FetchPolicy) {
  const issuer = await startTokenIssuer()
  const context = await openContext(
    { ...testSettings(issuer.url), RUN_JOBS_IN: 'worker', S3_REGION: 'us-east-1', ...changes },
    createLog('svc-reviews', 'silent'),
    fetchPolicy,
  )
  const app = await buildApp(context)
  const stop = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
  const url = app.listeningOrigin
  await untilTokensCanBeChecked(app)
  const tokens = new Map<Who, string>()
  const tokenOf = (who: Who): string | undefined => {
    if (who === 'nobody') return undefined
    const token =
      tokens.get(who) ?? issuer.tokenFor(IDS[who] ?? who, who.startsWith('admin') ? 'admin' : 'student')
    tokens.set(who, token)
    return token
  }

  const send = async (
    method: string,
    path: string,
    { who = 'nobody' as Who, body = undefined as unknown } = {},
  ) => {
    const token = tokenOf(who)
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const call = (path: string, who: Who = 'nobody', body?: object) =>
    send(body ? 'POST' : 'GET', path, { who, body })

  return {
    context,
    url,
    tokenOf,
    call,
    /** Requests a change of a review's status. */
    changeStatus: (id: string, status: ReviewStatus, { who, body }: { who: Who; body?: object }) =>
      send('PUT', pathOf(updateReviewStatus, { id, status }), { who, body }),
    /** Writes a valid review and returns its id. */
    async write(who: Who, changes: object = {}): Promise<string> {
      const { status, body } = await call(pathOf(createReview), who, { ...form, ...changes })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body
    },
    importRows: async (rows: Record<string, unknown>[], options: { dryRun?: boolean } = {}) => {
      const batch = { ...options, rows: rows.map((value, index) => ({ line: index + 1, value })) }
      const { body } = await call(
        pathOf(importReviews),
        'admin',
        batch satisfies BodyOf<typeof importReviews>,
      )
      return body.results as { line: number; outcome: string; reason?: string; note?: string }[]
    },
    /** Sends a file like a form. */
    async upload(who: Who, file: Uint8Array, { field = 'file', to = url } = {}) {
      const body = new FormData()
      body.set(field, new Blob([new Uint8Array(file)]), 'photo.jpg')
      const token = tokenOf(who)
      const response = await fetch(to + pathOf(uploadPhoto), {
        method: 'POST',
        body,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
      return { status: response.status, body: await response.json() }
    },
    /** Inserts a review into the database as the service would store it. */
    async store(id: string, status: ReviewStatus, changes: object = {}) {
      const stored = { ...storedReview(id, status), ...changes }
      const textFingerprint = fingerprintOf(stored.reviewText)
      const review = { ...stored, month: monthOf(stored.date), textFingerprint }
      await context.connection.collection<typeof review>('reviews').insertOne(review)
    },
    async close() {
      await stop()
      await dropCollections(context.connection)
      await context.close()
      await issuer.close()
    },
  }
}

const storedReview = (_id: string, status: ReviewStatus) => ({
  _id,
  aptId: 'a1',
  landlordId: 'l1',
  userId: 'ann',
  date: new Date('2024-05-01T12:00:00Z'),
  ...sampleContent,
  likes: 0,
  status,
  reports: [{ date: new Date('2024-05-02'), userId: 'rep', reason: 'rude', textFingerprint: 'f' }],
  contentSource: 'author',
  changedAt: new Date(),
  outbox: [],
})

/** The valid form of a new review. */
export const form: ReviewForm = {
  aptId: 'a1',
  landlordId: 'l1',
  ...sampleContent,
}

/** A valid row of an import file. */
export const row = (id: string, changes: object = {}) => ({
  id,
  aptId: 'a1',
  landlordId: 'l1',
  date: 'April 10, 2021',
  ...sampleRowContent,
  likes: 1,
  ...changes,
})
