import { readFile } from 'node:fs/promises'
import { type Page } from 'playwright-core'
import { endVisit, mostly, openPage } from '../src/browser'
import { enterAs, type Person } from '../src/people'
import { waitFor } from '../src/platform'
import { goOnTo, pressOn, reviewForm, submitReview } from '../src/reviews'
import { chooseAccount, signInAs } from '../src/sign-in'

/** The id of the pending review with this text. */
async function idOf(admin: Person, text: string): Promise<string | undefined> {
  const pending = await admin.send('GET', '/api/review/PENDING')
  const reviews = pending?.body as { id: string; reviewText: string }[]
  return reviews.find(({ reviewText }) => reviewText === text)?.id
}

/** Parts of an element that only a scroll would show whole. */
const findScrollers = (element: Element): string[] =>
  [element, ...element.querySelectorAll('*')]
    .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
    .filter((part) => part.scrollHeight > part.clientHeight + 1)
    .map((part) => part.className)

const choose = (page: Page, field: string, option: string) =>
  page.getByRole('radiogroup', { name: field }).getByRole('radio', { name: option, exact: true }).check()

describe.each(mostly('phone'))('a student %s', (where, viewport) => {
  const addressOf = (name: string) => `${name}.${where.split(' ').at(-1)}@cornell.edu`

  it('saves an apartment, signs in without clicking again, and finds it among the bookmarks', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/apartment/demo-2')
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await page.getByRole('button', { name: `Save: ${name}` }).click()
    await chooseAccount(page, addressOf('saver'))
    await page.getByText(`You have bookmarked ${name}. View your bookmarks here`).waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Saved: ${name}` }).waitFor()

    await page.goto('/bookmarks')
    await page.getByRole('heading', { name: 'Saved Properties and Landlords (1)' }).waitFor()
    await page.getByRole('button', { name: `Saved: ${name}` }).click()

    await page.getByRole('heading', { name: 'Saved Properties and Landlords (0)' }).waitFor()
    await page.getByText('You have not saved any apartments.').waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('marks a review as helpful, finds it among the bookmarks and unmarks it there', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/landlord/demo-landlord-2')
    const first = page
      .getByRole('region', { name: /^Reviews/ })
      .getByRole('article')
      .first()
    await first.getByRole('button', { name: /^Helpful/ }).click()
    await chooseAccount(page, addressOf('liker'))
    await first.getByRole('button', { name: /^Helpful/, pressed: true, disabled: false }).waitFor()

    await page.goto('/bookmarks')
    await page.getByRole('heading', { name: 'Reviews Marked Helpful (1)' }).waitFor()
    await page.getByRole('button', { name: /^Helpful/, pressed: true }).click()

    await page.getByText('You have not marked any reviews helpful.').waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('writes a review, which is validated, survives a reload as a draft, and is published on approval', async () => {
    const { page, problems } = await openPage(viewport)
    const text = `Thick walls, a kind landlord and a warm kitchen, seen ${where}.`
    await page.goto('/apartment/demo-3')
    await signInAs(page, addressOf('writer'))
    const body = page.getByRole('textbox', { name: /Your review/ })
    await page.getByRole('button', { name: 'Leave a Review' }).first().click()
    await pressOn(page)
    await page.getByText('* These fields are required').waitFor()
    await goOnTo(page, body)
    await body.fill(text)
    await page.reload()
    await page.getByRole('button', { name: 'Leave a Review' }).first().click()
    await page.getByRole('radiogroup', { name: /^Overall/ }).waitFor()
    if (viewport.width > 600) {
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await page.getByRole('dialog').evaluate(findScrollers)).toEqual([])
    }
    for (const label of ['Overall', 'Location', 'Maintenance', 'Safety', 'Conditions'])
      await choose(page, label, '4 stars, Very good')
    await goOnTo(page, page.getByRole('radiogroup', { name: /^Bedrooms/ }))
    await choose(page, 'Bedrooms', '2')
    await choose(page, 'Rent per person', '$800-1,000')
    await goOnTo(page, body)
    expect(await body.inputValue()).toBe(text)
    // On a phone, Back goes to the step before, where everything is as it was.
    if (viewport.width <= 600) {
      await page.goBack()
      await page.getByRole('radiogroup', { name: /^Bedrooms/ }).waitFor()
      expect(await page.getByRole('radio', { name: '2', exact: true }).isChecked()).toBe(true)
    }
    await submitReview(page)
    await page.getByText('Review submitted! Your review is awaiting approval from the admin.').waitFor()

    await page.goto('/profile')
    await page.getByRole('heading', { name: 'Pending Reviews (1)' }).waitFor()
    await page.getByText(text).waitFor()
    const admin = await enterAs('admin@cornell.edu')
    await admin.send('PUT', `/api/update-review-status/${await idOf(admin, text)}/APPROVED`, {})

    const { page: visitor } = await openPage(viewport)
    await visitor.goto('/apartment/demo-3')
    await visitor.getByText(text).waitFor()
    await endVisit(visitor)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('exports their data and deletes the account, while their review stays without an author', async () => {
    const { page, problems } = await openPage(viewport)
    const text = `The stairs are steep and the view is worth it, said before leaving ${where}.`
    const leaver = await enterAs(addressOf('leaver'))
    await leaver.send('POST', '/api/new-review', reviewForm({ aptId: 'demo-5', reviewText: text }))
    const admin = await enterAs('admin@cornell.edu')
    const id = await idOf(admin, text)
    await admin.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})
    await page.goto('/profile')
    await signInAs(page, addressOf('leaver'))
    await page.getByText(text).waitFor()
    await page.getByRole('link', { name: 'Data', exact: true }).click()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { reviews: unknown[] }
    expect(data.reviews).toEqual([expect.objectContaining({ reviewText: text })])
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText('Your account is deleted.').waitFor()
    await page.getByText('Please sign in.').waitFor()

    await waitFor('the review to lose its author', async () => {
      const review = await admin.send('GET', `/api/review-by-id/${id}`)
      return review?.status === 200 && (review.body as { userId?: string }).userId === 'anonymous'
    })
    await page.goto('/apartment/demo-5')
    await page.getByText(text).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('is asked to sign in on the profile and then sees it', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/profile')
    await page.getByText('Please sign in.').waitFor()

    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await chooseAccount(page, addressOf('guest'))

    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await endVisit(page)
  })
})
