import { setTimeout as delay } from 'node:timers/promises'
import { type Review } from '@offquad/contracts'
import { enterAs, type Person } from '../src/people'
import { readRun, sharedPlatform, waitFor } from '../src/platform'
import { reviewForm } from '../src/reviews'

const { url, dataDir } = sharedPlatform()
const AWAY_MS = 15_000
/** The longest acceptable wait. */
const PATIENCE_MS = 5_000
const APARTMENT = 'demo-200'

interface Answer {
  what: string
  status: number
  ms: number
}

/** A Redis that accepts connections but never responds, which is the worst kind of outage. */
async function freezeRedis(): Promise<() => void> {
  const { processes } = await readRun(dataDir)
  const pid = processes.find(({ name }) => name === 'redis')?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGCONT')
}

const timed = async (what: string, ask: () => Promise<number | undefined>): Promise<Answer> => {
  const startedAt = performance.now()
  const status = (await ask()) ?? 0
  return { what, status, ms: performance.now() - startedAt }
}

describe('while Redis hangs', () => {
  it('reads and writes continue, and afterwards everything acknowledged is counted', async () => {
    const [author, admin] = await Promise.all([
      enterAs('while.away@cornell.edu'),
      enterAs('admin@cornell.edu'),
    ])
    const accepted: string[] = []
    const answers: Answer[] = []
    const release = await freezeRedis()
    try {
      const until = Date.now() + AWAY_MS
      while (Date.now() < until) {
        answers.push(...(await Promise.all([read('/'), read(`/api/apts/${APARTMENT}`), read('/api/faqs')])))
        answers.push(await read(`/api/search?q=lane ${answers.length}`))
        answers.push(await write({ author, admin }, accepted))
        await delay(500)
      }
    } finally {
      release()
    }
    expect(answers.filter(({ ms }) => ms > PATIENCE_MS)).toEqual([])
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(accepted.length).toBeGreaterThan(5)

    const listed = await (await fetch(`${url}/api/review/aptId/${APARTMENT}/APPROVED`)).json()
    const ids = new Set((listed as Review[]).map(({ id }) => id))
    expect(accepted.filter((id) => !ids.has(id))).toEqual([])
    await waitFor(
      'the count to include them',
      async () => {
        const [listing] = await (await fetch(`${url}/api/listings/${APARTMENT}`)).json()
        return (listing as { numReviews: number }).numReviews === ids.size
      },
      60_000,
    )
    const ready = async () => (await fetch(`${url}/readyz`)).status === 200
    await waitFor('the platform to be ready', ready)
  })

  const read = (path: string): Promise<Answer> =>
    timed(path, async () => (await fetch(url + path, { headers: { accept: '*/*,text/html' } })).status)

  /** Writes and approves a review. */
  const write = (
    { author, admin }: Record<'author' | 'admin', Person>,
    accepted: string[],
  ): Promise<Answer> =>
    timed('a review', async () => {
      const form = reviewForm({
        aptId: APARTMENT,
        reviewText: 'Written while something in the back was away.',
      })
      const written = await author.send('POST', '/api/new-review', form)
      if (written?.status !== 201) return written?.status
      const id = String(written.body)
      const decided = await admin.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})
      if (decided?.status === 200) accepted.push(id)
      return decided?.status
    })
})
