import { type Browser } from 'playwright-core'
import { DESKTOP, launchBrowser, openPage, PHONE } from '../src/browser'
import { sharedPlatform } from '../src/platform'

describe.each([
  ['on a desktop', DESKTOP],
  ['on a phone', PHONE],
])('a visitor %s', (_where, viewport) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('finds an apartment on the home page, opens it and sees how far it is', async () => {
    const { page, problems } = await openPage(browser, viewport)
    await page.goto('/')
    await page.getByRole('heading', { name: /Discover Housing @ Cornell/ }).waitFor()
    for (const row of ['Close to Central Campus', 'Most Reviewed', 'Most Loved'])
      await page.getByRole('region', { name: row }).getByRole('article').nth(7).waitFor()
    const card = page.getByRole('region', { name: 'Close to Central Campus' }).getByRole('link').first()
    await card.click()

    await page.getByRole('table').waitFor()
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    const walking = await page.getByRole('row', { name: /Ho Plaza/ }).textContent()

    expect(page.url()).toMatch(/\/apartment\/demo-\d+$/)
    expect(await page.title()).toBe(`Offquad | ${name}`)
    expect(walking).toMatch(/\d+ min/)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('goes back to where the home page was left', async () => {
    const { page } = await openPage(browser, viewport)
    await page.goto('/')
    const row = page.getByRole('region', { name: 'Most Loved' })
    await row.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await row.getByRole('link').first().click()
    await page.getByRole('table').waitFor()

    await page.goBack()
    await row.waitFor()

    await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, left)
    await page.context().close()
  })

  it.each([
    ['/faq', 'Frequently Asked Questions', 'Offquad | FAQ'],
    ['/policies', 'Privacy Policy', 'Offquad | Privacy Policy'],
    ['/reviews', 'Reviews By Renting Company', 'Offquad | Reviews By Renting Company'],
    ['/admin', 'Please sign in as an administrator.', 'Offquad | Admin'],
    ['/location/west', 'West', 'Offquad | West'],
  ])('opens %s from its own remote', async (path, heading, title) => {
    const { page, problems } = await openPage(browser, viewport)
    await page.goto(path)

    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForFunction((wanted) => document.title === wanted, title)

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('reads reviews on an apartment page, which come from another remote', async () => {
    const { page } = await openPage(browser, viewport)
    const most = await fetch(`${sharedPlatform().url}/api/page-data/home/1/numReviews`)
    const { buildingData } = (await most.json()) as {
      buildingData: { buildingData: { id: string }; numReviews: number }[]
    }
    const [listing] = buildingData
    await page.goto(`/apartment/${listing?.buildingData.id}`)

    await page.getByRole('heading', { name: `Reviews (${listing?.numReviews})` }).waitFor()
    const shown = await page.locator('.reviews-card').count()
    await page.getByRole('button', { name: 'Show more' }).click()

    expect(await page.locator('.reviews-card').count()).toBeGreaterThan(shown)
    await page.context().close()
  })

  it.each(['/no/such/page', '/apartment/never-existed', '/landlord/never-existed', '/location/atlantis'])(
    'is told that %s cannot be found',
    async (path) => {
      const { page } = await openPage(browser, viewport)
      await page.goto(path)

      await page
        .getByRole('heading', { name: 'It seems as though the page you are looking for cannot be found!' })
        .waitFor()

      await page.context().close()
    },
  )

  it('walks the main pages by keyboard and hears where it is', async () => {
    const { page } = await openPage(browser, viewport)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.getByRole('link', { name: 'FAQ' }).focus()
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Offquad | FAQ' }).waitFor({ state: 'attached' })

    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.context().close()
  })
})
