import { answersIn, endVisit, mostly, openPage, PHONE, scrollToMap } from '../src/browser'
import { sharedPlatform, waitFor } from '../src/platform'

describe.each(mostly('phone'))('a visitor %s', (_where, viewport) => {
  it('finds an apartment on the home page, opens it and sees its travel times', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/')
    await page.getByRole('heading', { name: /Discover Housing @ Cornell/ }).waitFor()
    for (const row of ['Close to Central Campus', 'Most Reviewed', 'Most Loved'])
      await page.getByRole('region', { name: row }).getByRole('article').nth(7).waitFor()
    const first = page.getByRole('region', { name: 'Close to Central Campus' }).getByRole('listitem').first()
    const cardName = (await first.getByRole('heading').getAttribute('title')) ?? ''
    await first.getByRole('link', { name: cardName, exact: true }).click()

    await page.getByRole('row', { name: /Ho Plaza (about )?\d+ min/ }).waitFor()
    const name = await page.getByRole('heading', { level: 1 }).textContent()

    expect(name).toBe(cardName)
    expect(page.url()).toMatch(/\/apartment\/demo-\d+$/)
    expect(await page.title()).toBe(`Offquad | ${name}`)
    expect(problems).toEqual([])
    await endVisit(page)
  })

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

  it.each([
    ['/faq', 'Frequently Asked Questions', 'Offquad | FAQ'],
    ['/reviews', 'Reviews By Renting Company', 'Offquad | Reviews By Renting Company'],
  ])('opens %s from its own remote', async (path, heading, title) => {
    const { page, problems } = await openPage(viewport)
    await page.goto(path)

    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForFunction((wanted) => document.title === wanted, title)

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
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

  it('browses all pictures of an apartment by keyboard and returns to the same place', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/apartment/demo-1')
    await page.getByRole('button', { name: 'Show all photos' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const { width, height } = viewport
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await dialog
      .getByRole('button', { name: 'Picture 1', exact: true })
      .and(page.locator('[aria-current=true]'))
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await page.locator(':focus', { hasText: 'Show all photos' }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('sees the rating, contact, buildings and map of a landlord', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/landlord/demo-landlord-1')

    await page.getByText(/^\d\.\d \/ 5$/).waitFor()
    await page.getByRole('button', { name: 'Show map' }).click()
    await page.getByRole('region', { name: 'Landlord information' }).getByRole('link').first().waitFor()
    const map = page.getByRole('region', { name: /Map of the buildings/ })
    await scrollToMap(page)
    await map.getByRole('link').first().waitFor()
    const buildings = page.getByRole('region', { name: /^Buildings \(\d+\)$/ })
    await buildings.getByRole('link').first().waitFor()

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('pages through the reviews of an apartment, which come from another remote', async () => {
    const { page, problems } = await openPage(viewport)
    const most = await fetch(`${sharedPlatform().url}/api/page-data/home/1/numReviews`)
    const { buildingData } = (await most.json()) as {
      buildingData: { buildingData: { id: string }; numReviews: number }[]
    }
    const [listing] = buildingData
    const total = listing?.numReviews ?? 0
    const requested: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      requested.push(pathname + search)
    })
    // The page does not wait for what takes long on a busy machine.
    await waitFor('the page with its reviews', async () => {
      // What the last attempt still requests is not of this page.
      await page.goto('about:blank')
      requested.length = 0
      await page.goto(`/apartment/${listing?.buildingData.id}`)
      return (await answersIn(page)).some((path) => path.startsWith('/api/reviews?'))
    })

    await page.getByRole('heading', { name: `Reviews (${total})` }).waitFor()
    const shownFirst = viewport === PHONE ? 5 : 12
    await page.getByText(`Showing ${shownFirst} of ${total} reviews`).waitFor()
    const inPage = await answersIn(page)
    expect(requested.filter((path) => inPage.includes(path))).toEqual([])
    await page.getByRole('button', { name: 'Show More' }).click()
    const shownNext = Math.min(viewport === PHONE ? 13 : 24, total)
    await page.getByText(new RegExp(`^Showing (all )?${shownNext} `)).waitFor()
    expect(await page.locator('.reviews-card').count()).toBe(shownNext)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: `Print all ${total}` }).click()
    await page.locator('[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.reviews-card:visible').count()).toBe(total)
    await page.emulateMedia({ media: 'screen' })
    // The column beside the reviews scrolls with the page, never inside itself.
    const column = page.locator('.browse-facts-card')
    expect(await column.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    // It ends with them, and covers nothing below.
    await page.getByRole('heading', { name: 'Location' }).evaluate((heading) => heading.scrollIntoView())
    const edges = await page.evaluate(() =>
      ['.browse-facts-card', '.browse-location'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      ),
    )
    if (viewport !== PHONE) expect(edges[0]?.bottom).toBeLessThanOrEqual(edges[1]?.top ?? 0)

    const breakdown = page.getByText('Rating breakdown')
    if (await breakdown.isVisible()) await breakdown.click()
    const bar = page.getByRole('list', { name: 'Reviews by rating' }).getByRole('button', { disabled: false })
    await bar.first().click()
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    expect(page.url()).toMatch(/[?]stars=[1-5]$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('can be installed', async () => {
    const { page } = await openPage(PHONE)
    await page.goto('/')
    const devtools = await page.context().newCDPSession(page)

    const { errors } = await devtools.send('Page.getAppManifest')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')

    expect(errors).toEqual([])
    // What a test opens is incognito; nothing else is in the way.
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

  it.each(['/admin', '/apartment/never-existed'])('sees the not-found page under %s', async (path) => {
    const { page } = await openPage(viewport)
    await page.goto(path)

    await page
      .getByRole('heading', { name: 'It seems as though the page you are looking for cannot be found!' })
      .waitFor()

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
