import { type BodyOf, importReviews, pathOf, type ReviewStatus } from '@offquad/contracts'
import { createLog } from '@offquad/service-kit'
import { startTokenIssuer, testSettings } from '@offquad/service-kit/testing'
import { buildApp } from '../src/app'
import { type ReviewsConfig } from '../src/config'
import { openContext } from '../src/context'

export type TestReviews = Awaited<ReturnType<typeof startReviews>>
export type Who = 'nobody' | 'student' | 'author' | 'admin'

/** The service on a port and a database of its own, as main.ts runs it. */
export async function startReviews(changes: Partial<ReviewsConfig> = {}) {
  const issuer = await startTokenIssuer()
  const context = await openContext(
    { ...testSettings(issuer.url), ...changes },
    createLog('svc-reviews', 'silent'),
  )
  const app = await buildApp(context)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const tokens: Record<Who, string | undefined> = {
    nobody: undefined,
    student: issuer.tokenFor('stu'),
    author: issuer.tokenFor('ann'),
    admin: issuer.tokenFor('adm', 'admin'),
  }

  const call = async (path: string, who: Who = 'nobody', body?: object) => {
    const token = tokens[who]
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    context,
    call,
    importRows: async (rows: Record<string, unknown>[], options: { dryRun?: boolean } = {}) => {
      const batch = { ...options, rows: rows.map((value, index) => ({ line: index + 1, value })) }
      const { body } = await call(
        pathOf(importReviews),
        'admin',
        batch satisfies BodyOf<typeof importReviews>,
      )
      return body.results as { line: number; outcome: string; reason?: string; note?: string }[]
    },
    /** Puts a review into the database as the calls of writing and moderating will leave it. */
    async store(id: string, status: ReviewStatus, changes: object = {}) {
      const review = { ...storedReview(id, status), ...changes }
      await context.connection.collection<typeof review>('reviews').insertOne(review)
    },
    async close() {
      await app.close()
      await context.connection.dropDatabase()
      await context.close()
      await issuer.close()
    },
  }
}

const storedReview = (_id: string, status: ReviewStatus) => ({
  _id,
  ...{ aptId: 'a1', landlordId: 'l1', userId: 'ann', date: new Date('2024-05-01'), overallRating: 4 },
  detailedRatings: { location: 5, maintenance: 4, safety: 3, conditions: 2 },
  ...{ bedrooms: 2, price: 3, photos: [], reviewText: 'Warm rooms and thin walls.', likes: 0, status },
  reports: [{ date: new Date('2024-05-02'), userId: 'rep', reason: 'rude' }],
  ...{ changedAt: new Date(), outbox: [] },
})

/** A row of an import file with nothing wrong with it. */
export const row = (id: string, changes: object = {}) => ({
  ...{ id, aptId: 'a1', landlordId: 'l1', date: 'April 10, 2021', overallRating: 4 },
  ...{ 'detailedRatings.location': 5, 'detailedRatings.maintenance': 4 },
  ...{ 'detailedRatings.safety': 3, 'detailedRatings.conditions': 2 },
  ...{ bedrooms: 2, price: 3, photos: [], reviewText: 'Warm rooms and thin walls.', likes: 1 },
  ...changes,
})
