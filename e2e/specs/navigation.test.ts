import { DESKTOP, endVisit, mostly, openPage, PHONE } from '../src/browser'
import { ADMIN } from '../src/screens/data-sets'
import { openSignedIn } from '../src/sign-in'

describe.each(mostly('phone'))('moving around %s', (_where, viewport) => {
  it('returns to the same scroll position of the home page', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/')
    const row = page.getByRole('region', { name: 'Most Loved' })
    await row.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await row.getByRole('listitem').first().getByRole('link').click()
    await page.getByRole('heading', { level: 2, name: 'Location', exact: true }).waitFor()

    await page.goBack()
    await row.waitFor()

    await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, left)
    await endVisit(page)
  })

  it('returns to the same number, order and scroll position of the apartments of an area', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/location/collegetown')
    await page.getByRole('article').nth(4).waitFor()
    expect(await page.getByRole('article').count()).toBe(5)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('article').nth(12).waitFor()
    expect(await page.getByRole('article').count()).toBe(13)
    await page.getByRole('article').nth(9).scrollIntoViewIfNeeded()
    await page.evaluate(() =>
      addEventListener('pagehide', () => sessionStorage.setItem('left-at', String(scrollY))),
    )

    await page.goto('/location/west')
    await page.getByRole('article').nth(4).waitFor()
    expect(await page.getByRole('article').count()).toBe(5)
    await page.goto('/location/collegetown')
    await page.getByRole('article').nth(12).waitFor()

    const left = await page.evaluate(() => Number(sessionStorage.getItem('left-at')))
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 4, left)
    expect(left).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('outlines the link that the keyboard is at', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/apartment/demo-1')
    const link = page.getByRole('main').getByRole('link').first()
    await link.waitFor()
    await page.keyboard.press('Tab')
    await link.focus()

    await page.waitForFunction(
      () => getComputedStyle(document.activeElement as Element).outlineStyle === 'solid',
    )
    await endVisit(page)
  })

  it('can be installed', async () => {
    const { page } = await openPage(PHONE)
    await page.goto('/')
    const devtools = await page.context().newCDPSession(page)

    const { errors } = await devtools.send('Page.getAppManifest')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')

    expect(errors).toEqual([])
    // Pages of tests are incognito; nothing else is in the way.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
    const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await page.request.get(icon ?? '')).headers()['content-type']).toBe('image/png')
    await page.context().close()
  })

  it('follows a link after one to a section of the page', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/apartment/demo-1')
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Location' })
      .click()
    await page.waitForFunction(() => scrollY > 0)

    await page.getByRole('link', { name: 'Offquad' }).first().click()

    await page.getByRole('heading', { name: /Discover Housing @ Cornell/ }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('navigates the main pages by keyboard, and each page is announced to screen readers', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    if (viewport === PHONE) await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).press('Enter')

    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Offquad | FAQ' }).waitFor({ state: 'attached' })

    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await endVisit(page)
  })
})

it.each([961, 1_160, DESKTOP.width, 1_440])(
  'an administrator can reach every link beside the field for searches, %i px wide',
  async (width) => {
    const { page } = await openPage({ ...DESKTOP, width })
    await openSignedIn(page, ADMIN, '/apartment/demo-1')
    const links = page.getByRole('navigation', { name: 'Main' })
    await links.getByRole('link', { name: 'Admin' }).waitFor()
    await links.getByRole('link', { name: /^Alerts/ }).waitFor()

    const field = await page.getByRole('banner').getByRole('search').boundingBox()
    const home = await links.getByRole('link', { name: 'Home' }).boundingBox()

    expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual(home?.x ?? 0)
    await endVisit(page)
  },
)
