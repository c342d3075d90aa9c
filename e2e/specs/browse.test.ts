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

  it('finds what has the focus above the bar of an apartment', async () => {
    const { page } = await openPage(PHONE)
    await page.goto('/apartment/demo-28')
    const report = page.getByRole('button', { name: 'Report Abuse' }).first()
    await report.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight))

    await report.focus()

    const [focused, bar] = await Promise.all(
      [report, page.locator('.browse-bar')].map((part) => part.boundingBox()),
    )
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
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
      // Requests of the last attempt that are still on their way are not of this page.
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
    expect(await page.locator('.reviews-star-bars button:visible').count()).toBe(5)
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

    const said = page.getByRole('button', { name: /^(Praised|Criticized): / }).first()
    // As low in the window as a reader may press it, so that the page moves to what was found.
    await said.evaluate((button) => button.scrollIntoView({ block: 'end' }))
    await said.dispatchEvent('click')
    await page.getByRole('button', { name: 'Clear filters' }).waitFor()
    const tabs = await page.getByRole('navigation', { name: 'On this page' }).boundingBox()
    expect((await said.boundingBox())?.y).toBeGreaterThan((tabs?.y ?? 0) + (tabs?.height ?? 0))
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('follows a link to an answer, and finds it open', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/faq#are-reviews-anonymous')

    await page.getByRole('link', { name: 'Link to this answer: Are reviews anonymous?' }).waitFor()
    expect(await page.locator('details[open]').count()).toBe(1)
    expect(problems).toEqual([])
    await endVisit(page)
  })
})

it.each([
  ['a laptop', { width: 1280, height: 800 }, { cards: 6, result: 260, review: 850 }],
  ['a phone', PHONE, { cards: 4, result: 260, review: 1.5 * PHONE.height }],
])('begins with results and reviews, not with controls, on %s', async (_where, viewport, bars) => {
  const { page } = await openPage(viewport)
  await page.goto('/search?q=lane')
  const results = page.getByRole('region', { name: 'Results', exact: true }).getByRole('listitem')
  await results.nth(bars.cards).waitFor()
  const boxes = await Promise.all((await results.all()).map((card) => card.boundingBox()))
  expect(boxes[0]?.y).toBeLessThanOrEqual(bars.result)
  const whole = boxes.filter((box) => box && box.y + box.height <= viewport.height)
  expect(whole.length).toBeGreaterThanOrEqual(bars.cards)

  await page.goto('/apartment/demo-28')
  const review = await page.locator('.reviews-card').first().boundingBox()
  expect(review?.y).toBeLessThanOrEqual(bars.review)
  await endVisit(page)
})
