import { type AccountExport, type Review, REVIEW_STATUSES } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { enterAs, type Person } from '../people'
import { waitFor } from '../platform'
import { type Exchange } from './faulty-proxy'
import { ADDRESS, type Device, heal, type Student } from './student'

/** The services' data about everything the student did. */
interface Stored {
  reviews: Review[]
  account: AccountExport
  liked: string[]
  /** The reasons of their reports. */
  reasons: string[]
}

/** The student's actions that the gateway accepted. */
interface Accepted {
  /** Reviews in the order in which they were accepted. */
  reviews: { id: string; text: string }[]
  exchanges: Exchange[]
}

/** Lets the network recover. @returns the promises that were broken */
export async function findBrokenPromises({ devices }: Student, email: string): Promise<string[]> {
  await Promise.all(devices.map(heal))
  const problems = (await Promise.all(devices.map(checkPages))).flat()
  const texts = (await Promise.all(devices.map(textsInForms))).flat()
  problems.push(...(await Promise.all(devices.map(reopen))).flat())
  await Promise.all(devices.map(heal))
  texts.push(...(await Promise.all(devices.map(textsInDrafts))).flat())
  const accepted = findAccepted(devices)
  const stored = await readStored(accepted, email)
  return [
    ...problems,
    ...devices.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`)),
    ...findLost(devices, { texts, accepted, stored }),
    ...checkReviews(accepted, stored),
    ...checkOnce('question', questionsAccepted(accepted), questionsIn(stored)),
    ...checkOnce('report', reasonsAccepted(accepted), stored.reasons),
    ...checkToggles('like', accepted, { of: /-like$/, found: stored.liked }),
    ...checkToggles('bookmark', accepted, {
      of: /(add|remove)-saved-apartment$/,
      found: stored.account.savedApartments.map(({ id }) => id),
    }),
    ...devices.flatMap((device) => checkToasts(device, stored)),
  ]
}

/** No page dies, and none waits for ever. */
async function checkPages({ name, context }: Device): Promise<string[]> {
  const problems: string[] = []
  for (const page of context.pages()) {
    const sending = page.getByRole('button', { name: /^(Sending|Picture \d).* …$/ }).first()
    await sending
      .waitFor({ state: 'hidden', timeout: 15_000 })
      .catch(() => problems.push(`${name}: a form is sending for ever`))
    if (await page.getByText('This page stopped working').isVisible()) problems.push(`${name}: a page died`)
  }
  return problems
}

async function textsInForms({ context }: Device): Promise<string[]> {
  const texts = context.pages().map(async (page) => {
    // Survives that a reload which the bad network held up goes through now: reading at once does not.
    const values = await page.waitForFunction(() =>
      JSON.stringify(Array.from(document.querySelectorAll('textarea'), ({ value }) => value)),
    )
    return JSON.parse(await values.jsonValue()) as string[]
  })
  return (await Promise.all(texts)).flat()
}

interface StoredDraft {
  fields: { reviewText?: string; msg?: string }
  submission?: unknown
}

const draftsOn = (page: Page): Promise<StoredDraft[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('offquad/drafts/'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}')),
  )

async function textsInDrafts({ context }: Device): Promise<string[]> {
  const [page] = context.pages()
  const drafts = page ? await draftsOn(page) : []
  return drafts.map(({ fields }) => fields.reviewText ?? fields.msg ?? '')
}

/** A page that is opened now is signed in, works, and sends what waits. */
async function reopen({ name, context }: Device): Promise<string[]> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(ADDRESS)
  await page
    .getByRole('button', { name: /^Saved?: / })
    .first()
    .waitFor()
  const isSent = await waitFor('the queue', async () =>
    (await draftsOn(page)).every(({ submission }) => submission === undefined),
  ).catch(() => false)
  const isRemembered = await page.evaluate(() => localStorage.getItem('offquad/user') !== null)
  const session = await context.request.post('/api/auth/refresh')
  return [
    ...(isSent ? [] : [`${name}: what was submitted is never sent`]),
    ...(isRemembered && session.ok() ? [] : [`${name}: signed out (${session.status()})`]),
  ]
}

const bodyOf = ({ body }: Exchange) => JSON.parse(body || '{}') as Partial<Record<string, string>>

function findAccepted(devices: Device[]): Accepted {
  const exchanges = devices
    .flatMap(({ proxy }) => proxy.exchanges)
    .filter(({ status }) => status < 300)
    .sort((a, b) => a.ended - b.ended)
  const reviews = exchanges
    .filter(({ path }) => /^\/api\/(new|edit)-review/.test(path))
    .map((exchange) => ({
      id: exchange.path.split('/')[3] ?? (JSON.parse(exchange.answer) as string),
      text: bodyOf(exchange).reviewText ?? '',
    }))
  return { reviews, exchanges }
}

async function readStored({ exchanges }: Accepted, email: string): Promise<Stored> {
  const [student, admin] = await Promise.all([enterAs(email), enterAs('admin@cornell.edu')])
  const account = await read<AccountExport>(student, '/api/account/export')
  const { uid } = account.user
  const reported = exchanges.filter(({ path }) => path.endsWith('/REPORTED'))
  const [liked, reports, ...reviews] = await Promise.all([
    read<Review[]>(student, `/api/review/like/${uid}`),
    Promise.all(
      [...new Set(reported.map(({ path }) => path.split('/')[3]))].map((id) =>
        read<Review>(admin, `/api/review-by-id/${id}`),
      ),
    ),
    ...REVIEW_STATUSES.map((status) => read<Review[]>(student, `/api/review/userId/${uid}/${status}`)),
  ])
  return {
    reviews: reviews.flat(),
    account,
    liked: liked.map(({ id }) => id),
    reasons: reports.flatMap(({ reports: all = [] }) =>
      all.filter(({ userId }) => userId === uid).map(({ reason }) => reason),
    ),
  }
}

async function read<T>(person: Person, path: string): Promise<T> {
  const response = await person.send('GET', path)
  if (response?.status !== 200) throw new Error(`${path}: ${JSON.stringify(response)}`)
  return response.body as T
}

const questionsIn = ({ account }: Stored): string[] => account.contactQuestions.map(({ msg }) => msg)

/** The last text of each form is in the form, in a draft, or was sent. */
function findLost(
  devices: Device[],
  { texts, accepted, stored }: { texts: string[]; accepted: Accepted; stored: Stored },
): string[] {
  const kept = new Set([...texts, ...accepted.reviews.map(({ text }) => text), ...questionsIn(stored)])
  return devices.flatMap(({ name, typed }) =>
    [...typed].filter(([, text]) => !kept.has(text)).map(([key, text]) => `${name}: lost ${key}: ${text}`),
  )
}

const numberOf = (text: string): number => Number(/^Number (\d+)/.exec(text)?.[1])

/** Every text is in one review, where none replaced a newer one, and what was deleted stays so. */
function checkReviews({ reviews, exchanges }: Accepted, stored: Stored): string[] {
  const problems: string[] = []
  const homes = new Map<string, string>()
  const newest = new Map<string, string>()
  for (const { id, text } of reviews) {
    const home = homes.get(text) ?? id
    homes.set(text, home)
    if (home !== id) problems.push(`two reviews: ${text}`)
    const before = newest.get(id)
    if (before !== undefined && numberOf(before) > numberOf(text))
      problems.push(`the newer "${before}" was replaced by "${text}"`)
    newest.set(id, text)
  }
  for (const [id, text] of newest) {
    const review = stored.reviews.find((candidate) => candidate.id === id)
    if (review?.reviewText !== text) problems.push(`stored: "${review?.reviewText}" instead of "${text}"`)
    const isDeleted = exchanges.some(({ path }) => path.endsWith(`${id}/DELETED`))
    if (isDeleted !== (review?.status === 'DELETED')) problems.push(`${review?.status}: ${text}`)
  }
  if (stored.reviews.length !== newest.size)
    problems.push(`${stored.reviews.length} reviews instead of ${newest.size}`)
  return problems
}

/** Every accepted text is stored once; nothing is stored twice. */
const checkOnce = (what: string, accepted: string[], stored: string[]): string[] =>
  [...new Set([...accepted, ...stored])].flatMap((text) => {
    const count = stored.filter((candidate) => candidate === text).length
    return count === 1 ? [] : [`${what} stored ${count} times: ${text}`]
  })

const questionsAccepted = ({ exchanges }: Accepted): string[] =>
  exchanges
    .filter(({ path }) => path === '/api/add-contact-question')
    .map((exchange) => bodyOf(exchange).msg ?? '')

/** The first of each review: further ones by the same student change nothing. */
function reasonsAccepted({ exchanges }: Accepted): string[] {
  const reports = exchanges.filter(({ path }) => path.endsWith('/REPORTED'))
  const first = new Map(
    reports.toReversed().map((exchange) => [exchange.path, bodyOf(exchange).reason ?? '']),
  )
  return [...first.values()]
}

interface Expectation {
  of: RegExp
  /** The ids of what is on. */
  found: string[]
}

/** The last of several is what is stored, where none overlaps it. */
function checkToggles(what: string, { exchanges }: Accepted, { of, found }: Expectation): string[] {
  const all = exchanges.filter(({ path }) => of.test(path))
  const idOf = (exchange: Exchange) => bodyOf(exchange).reviewId ?? bodyOf(exchange).apartmentId ?? ''
  return [...new Set(all.map(idOf))].flatMap((id) => {
    const [last, before] = all.filter((exchange) => idOf(exchange) === id).reverse()
    if (!last || (before && before.ended > last.began)) return []
    const isOn = last.path.includes('/add-')
    return isOn === found.includes(id) ? [] : [`${what} of ${id}: ${last.path} was accepted last`]
  })
}

const TOASTS: [RegExp, (stored: Stored) => boolean][] = [
  [/^Review (submitted|successfully edited)/, ({ reviews }) => reviews.length > 0],
  [/^Review successfully deleted/, ({ reviews }) => reviews.some(({ status }) => status === 'DELETED')],
  [/^Review successfully reported/, ({ reasons }) => reasons.length > 0],
  [/^Question submitted/, ({ account }) => account.contactQuestions.length > 0],
]

/** Every success message is true. */
const checkToasts = ({ name, toasts }: Device, stored: Stored): string[] =>
  TOASTS.filter(([said, isSo]) => toasts.some((toast) => said.test(toast)) && !isSo(stored)).map(
    ([said]) => `${name}: untrue: ${said.source}`,
  )
