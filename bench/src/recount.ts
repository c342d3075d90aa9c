import { setTimeout as delay } from 'node:timers/promises'
import { createReview, getListings, type Listing, pathOf, updateReviewStatus } from '@offquad/contracts'
import { type Platform } from './processes'
import { print } from './report'
import { median, REVIEW, signIn } from './writing'

const ROUNDS = 20
const BAR_MS = 500
const APARTMENT = 'demo-1'

/**
 * Measures the time from an administrator's approval until the apartment's listing, read through the gateway, includes the
 * review, on an idle platform. @returns whether even the slowest is within the bar
 */
export async function benchRecount(platform: Platform): Promise<boolean> {
  const [author, admin] = [await signIn(platform, 'bench'), await signIn(platform, 'admin')]
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await submitReview(platform.url, author)
    const before = await countedReviews(platform.url)
    const startedAt = performance.now()
    await approveReview(platform.url, admin, id)
    while ((await countedReviews(platform.url)) === before) await delay(5)
    times.push(performance.now() - startedAt)
  }
  const slowest = Math.max(...times)
  print(`\nApproval of a review to its count on ${getListings.path}, ${ROUNDS} times`)
  print(`  median ${median(times).toFixed(0)} ms   slowest ${slowest.toFixed(0)} ms (bar: ${BAR_MS} ms)`)
  return slowest < BAR_MS
}

/** Writes a review of the apartment that `countedReviews` reads. @returns its id */
export async function submitReview(url: string, author: string): Promise<string> {
  const body = { ...REVIEW, aptId: APARTMENT }
  return (await send(url, createReview, { token: author, body })) as string
}

export const approveReview = (url: string, admin: string, id: string): Promise<unknown> =>
  send(url, updateReviewStatus, { token: admin, body: {}, params: { id, status: 'APPROVED' } })

export async function countedReviews(url: string): Promise<number> {
  const response = await fetch(url + pathOf(getListings, { ids: APARTMENT }))
  const [listing] = (await response.json()) as Listing[]
  if (!listing) throw new Error(`there is no apartment ${APARTMENT}`)
  return listing.numReviews
}

async function send(
  url: string,
  endpoint: typeof createReview | typeof updateReviewStatus,
  { token, body, params }: { token: string; body: object; params?: Record<string, string> },
): Promise<unknown> {
  const response = await fetch(url + pathOf(endpoint, params), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
