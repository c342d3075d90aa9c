import { type Listing } from '@offquad/contracts'
import { DESKTOP, endVisit, mostly, openPage } from '../src/browser'
import { openModeration, openPending, pendingItem, writePending } from '../src/moderation'
import { sharedPlatform, waitFor } from '../src/platform'
import { openSignedIn, signInAs } from '../src/sign-in'

const { url } = sharedPlatform()

/** An apartment that no other test reviews: among many reviews of one month the new one may stand on a later page. */
const REVIEWED = 'demo-12'

async function countedReviews(): Promise<number> {
  const [listing] = (await (await fetch(`${url}/api/listings/${REVIEWED}`)).json()) as Listing[]
  return listing?.numReviews ?? 0
}

describe.each(mostly('desktop'))('an administrator %s', (where, viewport) => {
  it('approves a review, which becomes visible and counts in the listing', async () => {
    const text = `The boiler hums and the porch is quiet, approved ${where}.`
    await writePending(text, REVIEWED)
    const before = await countedReviews()
    const { page, problems } = await openModeration(viewport)

    await (await openPending(page, text)).getByRole('button', { name: 'Approve' }).click()

    await page.getByText(/^Review approved: /).waitFor()
    expect(await pendingItem(page, text).count()).toBe(0)
    await page.waitForResponse((response) => response.url().includes('/APPROVED') && response.ok())
    await waitFor('the listing to count it', async () => (await countedReviews()) > before, 1_000)
    const { page: visitor } = await openPage(viewport)
    await visitor.goto(`/apartment/${REVIEWED}`)
    await visitor.getByText(text).waitFor()
    await endVisit(visitor)
    expect(problems).toEqual([])
    await endVisit(page)
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
  await openSignedIn(page, 'admin@cornell.edu', `/apartment/${REVIEWED}`)
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
