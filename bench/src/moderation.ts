import { createReview, getModeratedReviews, getReviewCounts } from '@offquad/contracts'
import { type Platform } from './processes'
import { print } from './report'
import { median, nextReview, signIn, signInAuthors } from './writing'

const PENDING = 10_000
const ROUNDS = 50
const PAGE = 20
/** The limit for an instantaneous response (Nielsen, Usability Engineering, 1993, chapter 5). */
const BAR_MS = 100

/**
 * Measures an administrator's reads with 10,000 pending reviews, through the gateway: the first page, the last page and the
 * counts. @returns whether the median of each is within the bar
 */
export async function benchModeration(platform: Platform): Promise<boolean> {
  const admin = await signIn(platform, 'admin')
  const read = async (path: string) => {
    const response = await fetch(platform.url + path, { headers: { authorization: `Bearer ${admin}` } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return (await response.json()) as { total?: number; pending?: number }
  }
  await writeUntil(platform, async () => ((await read(getReviewCounts.path)).pending ?? 0) >= PENDING)
  const { total = 0 } = await read(pageAt(0))
  print(`\nAn administrator's reading with ${total} pending reviews, median of ${ROUNDS} (bar: ${BAR_MS} ms)`)
  let isWithinBar = true
  for (const [name, path] of [
    ['first page', pageAt(0)],
    ['last page', pageAt(total - PAGE)],
    ['counts', getReviewCounts.path],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      await read(path)
      times.push(performance.now() - startedAt)
    }
    print(`  ${name.padEnd(12)}${median(times).toFixed(1)} ms`)
    isWithinBar &&= median(times) <= BAR_MS
  }
  return isWithinBar
}

const pageAt = (offset: number): string =>
  `${getModeratedReviews.path}?status=PENDING&offset=${offset}&size=${PAGE}`

const REVIEWS_OF_AN_AUTHOR = 5

async function writeUntil(platform: Platform, isEnough: () => Promise<boolean>): Promise<void> {
  const authors = await signInAuthors(platform)
  const writeSome = async (author: string) => {
    for (let count = 0; count < REVIEWS_OF_AN_AUTHOR; count += 1) {
      const response = await fetch(platform.url + createReview.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${author}` },
        body: JSON.stringify(nextReview()),
      })
      if (!response.ok) throw new Error(`${createReview.path} answered ${response.status}`)
    }
  }
  while (!(await isEnough())) await Promise.all(authors.map(writeSome))
}
