import { type Locator, type Page } from 'playwright-core'
import { violationsOn } from '../src/accessibility'
import { endVisit, mostly, openPage, PHONE } from '../src/browser'

describe.each(mostly('phone'))('the map of a search %s', (_where, viewport) => {
  async function openMap(page: Page, address = '/search?q=lane'): Promise<Locator> {
    await page.goto(address)
    if (viewport === PHONE) await page.getByRole('button', { name: 'Show map' }).click()
    const map = page.getByRole('region', { name: 'Map of the results' })
    await map.locator('.offquad-map-pins li').first().waitFor({ state: 'attached' })
    return map
  }

  const pinsOf = (map: Locator) => map.locator('.offquad-map-pins').getByRole('link')

  it('is operated by keyboard: a pin shows its card, Escape closes it, Enter opens the apartment', async () => {
    const { page, problems } = await openPage(viewport)
    const map = await openMap(page)
    // Zoom in until a pin is a single place.
    while ((await pinsOf(map).count()) === 0) {
      await map
        .getByRole('button', { name: /places here: zoom in/ })
        .first()
        .press('Enter')
      await page.waitForFunction(() => document.activeElement?.matches('.offquad-map-surface'))
      await map.locator('.offquad-map-pins li').first().waitFor({ state: 'attached' })
    }
    const label = (await pinsOf(map).first().getAttribute('aria-label')) ?? ''
    // Moving the map to it may draw other pins before it.
    const pin = map.getByRole('link', { name: label, exact: true })
    const [name = ''] = label.split(', ')
    await pin.focus()

    await map.getByRole('article').waitFor()
    await page.keyboard.press('Escape')
    await map.getByRole('article').waitFor({ state: 'detached' })
    // The map moves to a pin beyond its edge; the frame itself never scrolls.
    expect(await map.evaluate((section) => [section.scrollTop, section.scrollLeft])).toEqual([0, 0])

    await pin.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('lists the apartments of one building, by keyboard', async () => {
    const { page, problems } = await openPage(viewport)
    const map = await openMap(page, '/search?q=bluestone+apartments')
    const building = map.getByRole('button', { name: '6 places at one point: list them' })
    await building.focus()
    await building.press('Enter')

    const list = map.getByRole('dialog', { name: '6 places at one point' })
    await list.getByRole('link').first().waitFor()
    expect(await list.getByRole('link').count()).toBe(6)
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(await building.evaluate((button) => document.activeElement === button)).toBe(true)

    await building.press('Enter')
    await list.getByRole('link', { name: /Unit 3/ }).press('Enter')
    await page.getByRole('heading', { level: 1, name: /Unit 3/ }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })
})

describe('the list over a map on a phone', () => {
  it('slides up and down with its handle, by keyboard', async () => {
    const { page, problems } = await openPage(PHONE)
    await page.goto('/search?q=lane')
    await page.getByRole('button', { name: 'Show map' }).click()
    const handle = page.getByRole('button', { name: 'Slide the list up or down' })
    const top = () => handle.evaluate((button) => button.getBoundingClientRect().top)
    await page.waitForFunction(
      () => (document.querySelector('.browse-sheet-handle')?.getBoundingClientRect().top ?? 0) > 300,
    )

    await handle.press('Enter')
    await page.waitForFunction(
      () => (document.querySelector('.browse-sheet-handle')?.getBoundingClientRect().top ?? 999) < 120,
    )
    await handle.press('Enter')
    await page.waitForFunction(
      () => (document.querySelector('.browse-sheet-handle')?.getBoundingClientRect().top ?? 0) > 300,
    )
    expect(await top()).toBeGreaterThan(300)

    await page.getByRole('button', { name: 'Show list' }).click()
    await handle.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await endVisit(page)
  })
})
