import { type Listing } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { DESKTOP, endVisit, mostly, openPage } from '../src/browser'
import { enterAs } from '../src/people'
import { sharedPlatform, waitFor } from '../src/platform'
import { reviewForm } from '../src/reviews'
import { openSignedIn, signInAs } from '../src/sign-in'

const { url } = sharedPlatform()
const APARTMENT = 'demo-6'

/** Writes a review of the apartment as a student. @returns its id */
async function write(text: string): Promise<string> {
  const student = await enterAs('writer.admin@cornell.edu')
  const form = reviewForm({ aptId: APARTMENT, reviewText: text })
  const written = await student.send('POST', '/api/new-review', form)
  if (written?.status !== 201) throw new Error(`writing the review failed: ${JSON.stringify(written)}`)
  return String(written.body)
}

async function countedReviews(): Promise<number> {
  const [listing] = (await (await fetch(`${url}/api/listings/${APARTMENT}`)).json()) as Listing[]
  return listing?.numReviews ?? 0
}

const itemOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

const currentReview = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-review]')?.dataset.review ?? '')

/** Opens a review of the queue. @returns the pane in which it is read */
async function read(page: Page, text: string) {
  await itemOf(page, text).getByRole('button').click()
  return page.getByRole('article').filter({ hasText: text })
}

describe.each(mostly('desktop'))('an administrator %s', (where, viewport) => {
  async function openAdmin() {
    const { page, problems } = await openPage(viewport)
    await openSignedIn(page, 'admin@cornell.edu', '/admin')
    await page.getByRole('heading', { name: /^Pending Reviews \(/ }).waitFor()
    return { page, problems }
  }

  it('approves a review, which becomes visible and counts in the listing', async () => {
    const text = `The boiler hums and the porch is quiet, approved ${where}.`
    await write(text)
    const before = await countedReviews()
    const { page, problems } = await openAdmin()

    await (await read(page, text)).getByRole('button', { name: 'Approve' }).click()

    await page.getByText(/^Review approved: /).waitFor()
    expect(await itemOf(page, text).count()).toBe(0)
    await page.waitForResponse((response) => response.url().includes('/APPROVED') && response.ok())
    await waitFor('the listing to count it', async () => (await countedReviews()) > before, 1_000)
    const { page: visitor } = await openPage(viewport)
    await visitor.goto(`/apartment/${APARTMENT}`)
    await visitor.getByText(text).waitFor()
    await endVisit(visitor)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('reads why a student reported a review, and ignores the report', async () => {
    const text = `The lease was fair and the cellar is damp, reported ${where}.`
    const reason = `It names my roommate, said ${where}.`
    const id = await write(text)
    const admin = await enterAs('admin@cornell.edu')
    await admin.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})
    const reader = await enterAs('reader.admin@cornell.edu')
    await reader.send('PUT', `/api/update-review-status/${id}/REPORTED`, { reason })
    const { page, problems } = await openAdmin()
    const pane = await read(page, text)
    await pane.getByText(reason).waitFor()

    await pane.getByRole('button', { name: 'Ignore' }).click()

    await page.waitForResponse((response) => response.url().includes(`${id}/APPROVED`) && response.ok())
    const review = await (await fetch(`${url}/api/review-by-id/${id}`)).json()
    expect(review).toMatchObject({ status: 'APPROVED', reviewText: text })
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('sees live updates, and the number of pending reviews in the title of the tab', async () => {
    const { page } = await openAdmin()
    const text = `The hallway smells of bread, written meanwhile ${where}.`
    const id = await write(text)

    await itemOf(page, text).waitFor()
    const waiting = Number(/^\((\d+)\) /.exec(await page.title())?.[1])
    expect(waiting).toBeGreaterThan(0)
    const other = await enterAs('admin@cornell.edu')
    await other.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})

    await itemOf(page, text).waitFor({ state: 'detached' })
    await waitFor('the count in the title to decrease', async () => {
      return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0) === waiting - 1
    })
    await endVisit(page)
  })

  // Phones have no keyboard.
  if (viewport === DESKTOP)
    it('decides 25 reviews by keyboard with two undos while new ones arrive, and each decision is stored once', async () => {
      const texts = Array.from(
        { length: 25 },
        (_, index) => `The stairs creak and the yard is sunny, ${where} ${index}.`,
      )
      const ids = await Promise.all(texts.map(write))
      const { page, problems } = await openAdmin()
      const sent: string[] = []
      page.on('request', (request) => {
        const [, id, status] = /update-review-status\/([^/]+)\/(\w+)/.exec(request.url()) ?? []
        if (id && status) sent.push(`${id} ${status}`)
      })
      const decided = new Map<string, string>()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(() =>
        addEventListener('scroll', ({ target }) => {
          if (target === document) document.body.setAttribute('data-scrolled', String(scrollY))
        }),
      )
      let undos = 0
      let arrivals = 0
      while (ids.some((id) => !decided.has(id))) {
        const id = await currentReview(page)
        if (!ids.includes(id) || decided.has(id)) {
          // Reviews of other tests are skipped; at the end of the queue it starts at the top again.
          await page.keyboard.press('j')
          if ((await currentReview(page)) === id)
            await page.getByRole('listitem').first().getByRole('button').click()
          continue
        }
        const [key, status] =
          decided.size % 3 === 0 ? (['d', 'DECLINED'] as const) : (['a', 'APPROVED'] as const)
        await page.keyboard.press(key)
        if (decided.size % 10 === 9) {
          undos += 1
          await page.keyboard.press('u')
          await waitFor('the review to be restored', async () => (await currentReview(page)) === id)
          await page.keyboard.press(key)
        }
        decided.set(id, status)
        if (decided.size % 6 === 0) {
          arrivals += 1
          await write(`Written while others are decided, ${where} ${arrivals}.`)
        }
      }
      const expected = [...decided].map(([id, status]) => `${id} ${status}`)
      await waitFor('all decisions to be sent', async () => sent.length >= expected.length)
      const admin = await enterAs('admin@cornell.edu')
      const statusOf = async (id: string) =>
        ((await admin.send('GET', `/api/review-by-id/${id}`))?.body as { status?: string }).status
      await waitFor('all decisions to be stored', async () =>
        (await Promise.all(ids.map(statusOf))).every((status) => status !== 'PENDING'),
      )

      expect(await page.locator('body').getAttribute('data-scrolled')).toBeNull()
      expect(undos).toBe(2)
      expect(arrivals).toBeGreaterThan(3)
      expect(sent.toSorted()).toEqual(expected.toSorted())
      for (const id of ids) expect([id, await statusOf(id)]).toEqual([id, decided.get(id)])
      expect(problems).toEqual([])
      await endVisit(page)
    })

  it('can close the tab right after a decision, which is sent nevertheless', async () => {
    const text = `The radiators knock at six, decided and closed ${where}.`
    const id = await write(text)
    const { page } = await openAdmin()
    await (await read(page, text)).getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText(/^Review declined: /).waitFor()

    await page.close({ runBeforeUnload: true })

    const admin = await enterAs('admin@cornell.edu')
    await waitFor('the decision', async () => {
      const review = await admin.send('GET', `/api/review-by-id/${id}`)
      return (review?.body as { status?: string }).status === 'DECLINED'
    })
  })

  it('has exclusive access: for a student the page does not exist and none of its files are fetched', async () => {
    const { page } = await openPage(viewport)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto('/')
    await signInAs(page, 'student.admin@cornell.edu')
    await page.goto('/admin')

    await page
      .getByRole('heading', { name: 'It seems as though the page you are looking for cannot be found!' })
      .waitFor()
    await page.waitForLoadState('networkidle')

    expect(requested.filter((path) => path.includes('mfe-admin'))).toEqual([])
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await endVisit(page)
  })
})

it('an administrator sees whose each part of a page is, with a link to its release', async () => {
  const { page, problems } = await openPage(DESKTOP)
  await openSignedIn(page, 'admin@cornell.edu', `/apartment/${APARTMENT}`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Whose part is this?' }).click()

  const outlines = page.getByRole('region', { name: 'Whose part this is' })
  await outlines
    .getByRole('link', { name: /^mfe-browse \d[^ ]* · live/ })
    .first()
    .waitFor()
  await outlines
    .getByRole('link', { name: /^mfe-reviews / })
    .first()
    .click()

  await page.waitForURL(/\/admin\?tab=releases#mfe-reviews$/)
  await page.getByRole('heading', { name: 'mfe-reviews' }).waitFor()
  await page.getByRole('button', { name: 'Hide outlines' }).click()
  expect(await outlines.count()).toBe(0)
  expect(problems).toEqual([])
  await endVisit(page)
})
