import { randomUUID } from 'node:crypto'
import { createReview, pathOf } from '@offquad/contracts'
import autocannon from 'autocannon'
import { type Collection, MongoClient } from 'mongodb'
import { type Platform } from './processes'
import { print } from './report'
import { median, nextReview, REVIEW, signInAuthors } from './writing'

const CONNECTIONS = 50
const SECONDS = 4
const ROUNDS = 3
const BAR = 0.3
const DATABASE = 'offquad-reviews'

/**
 * Compares the reviews per second that are accepted through the gateway with direct inserts of the same documents into the
 * same database, in turn. Both are acknowledged from disk. @returns whether the bar is met
 */
export async function benchReviews(platform: Platform): Promise<boolean> {
  const authors = await signInAuthors(platform)
  const client = await MongoClient.connect(platform.stores.mongoUri, { maxPoolSize: CONNECTIONS })
  const collection = client.db(DATABASE).collection<{ _id: string; changedAt: Date }>('reviews')
  const startedAt = new Date()
  // The embedded database keeps everything in memory, and refuses more than its share.
  const deleteReviews = () => collection.deleteMany({ changedAt: { $gte: startedAt } })
  try {
    const [straight, accepted]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      straight.push(await insertStraight(collection))
      await deleteReviews()
      accepted.push(await sendThroughGateway(platform.url, authors))
      await deleteReviews()
    }
    return report(median(straight), median(accepted))
  } finally {
    await client.close()
  }
}

function report(straight: number, accepted: number): boolean {
  const ratio = accepted / straight
  print(`\nPOST ${createReview.path}, ${CONNECTIONS} connections`)
  print(`  mongodb driver${String(Math.round(straight)).padStart(8)} inserts/s`)
  print(`  gateway       ${String(Math.round(accepted)).padStart(8)} reviews/s`)
  print(`  ratio ${(ratio * 100).toFixed(0)} % (bar: ${BAR * 100} %)`)
  return ratio >= BAR
}

async function insertStraight(collection: Collection<{ _id: string; changedAt: Date }>): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let inserted = 0
  async function insertUntilTheEnd(): Promise<void> {
    while (Date.now() < until) {
      await collection.insertOne(storedReview())
      inserted += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insertUntilTheEnd))
  return inserted / SECONDS
}

/** The document that svc-reviews stores. */
const storedReview = () => ({
  ...REVIEW,
  _id: randomUUID(),
  userId: 'bench',
  date: new Date(),
  likes: 0,
  status: 'PENDING',
  reports: [],
  changedAt: new Date(),
  outbox: [],
})

async function sendThroughGateway(url: string, authors: string[]): Promise<number> {
  const result = await autocannon({
    url: url + pathOf(createReview),
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: authors.map((token) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      setupRequest: (request) => ({ ...request, body: JSON.stringify(nextReview()) }),
    })),
  })
  if (result.errors + result.non2xx > 0)
    throw new Error(
      `not all reviews were accepted: ${result.errors} connections failed, by status ${JSON.stringify(result.statusCodeStats)}`,
    )
  return result['2xx'] / SECONDS
}
