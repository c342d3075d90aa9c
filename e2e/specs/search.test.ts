import { type Page } from 'playwright-core'
import { endVisit, leaveClosedOverlays, mostly, openPage, untilTakenOver } from '../src/browser'
import { sharedPlatform } from '../src/platform'

interface Listing {
  buildingData: { id: string; name: string; price: number | null; numBeds: number | null; area: string }
}

const read = async <T>(path: string): Promise<T> =>
  (await fetch(`${sharedPlatform().url}${path}`)).json() as Promise<T>

const filtersIn = (page: Page): unknown =>
  JSON.parse(new URL(page.url()).searchParams.get('filters') ?? 'null')

describe.each(mostly('phone'))('a search %s', (_where, viewport) => {
  it('has its filters, order and page in the URL, and Back restores the previous page', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/search?q=a')
    await page.getByRole('button', { name: 'Location' }).click()
    await page.getByRole('checkbox', { name: 'Collegetown' }).check()
    const showResults = page.getByRole('button', { name: /^Show \d+ apartments?$/ }).filter({ visible: true })
    await showResults.click()
    await page.getByRole('button', { name: 'Price' }).click()
    await page.getByRole('textbox', { name: 'At most' }).fill('1500usd')
    await showResults.click()
    await page.waitForFunction(() => location.search.includes('1500'))
    await leaveClosedOverlays(page)
    expect(filtersIn(page)).toEqual({ locations: ['Collegetown'], maxPrice: '1500' })

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Lowest Price' })
    await page.waitForFunction(() => location.search.includes('initialSortLowToHigh%22%3Atrue'))
    const expected = await read<Listing[]>(
      '/api/search-with-query-and-filters?q=a&locations=COLLEGETOWN&maxPrice=1500&sortBy=price&sortLowToHigh=true&size=21',
    )
    await page.waitForFunction(
      (name) => document.querySelector('[aria-label=Results] h3')?.getAttribute('title') === name,
      expected[0]?.buildingData.name,
    )
    const titles = await page
      .locator('[aria-label=Results] h3')
      .evaluateAll((all) => all.map((pin) => pin.getAttribute('title')))
    expect(titles).toEqual(expected.map(({ buildingData }) => buildingData.name))
    expect(expected.every(({ buildingData: { price } }) => price !== null && price <= 1500)).toBe(true)

    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of').waitFor()
    await page.goBack()
    await page.getByText('Page 1 of').waitFor()

    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('is left by one press of Back after a filter was chosen', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/')
    await page.goto('/search?q=a')
    await untilTakenOver(page)
    await page.getByRole('button', { name: 'Location' }).click()
    await page.getByRole('checkbox', { name: 'Collegetown' }).check()
    await page.waitForFunction(() => location.search.includes('Collegetown'))
    await page
      .getByRole('button', { name: /^Show \d+ apartments?$/ })
      .filter({ visible: true })
      .click()
    await leaveClosedOverlays(page)
    expect(filtersIn(page)).toEqual({ locations: ['Collegetown'] })

    await page.goBack()

    expect(new URL(page.url()).pathname).toBe('/')
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('turns words into filters, and Back restores a removed one', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/')
    await page.getByRole('combobox', { name: /^Search/ }).fill('2 bed under 1500 near engineering')
    await page.keyboard.press('Enter')
    // The filters, not the address: before its scripts have started the page sends the words as they are.
    const chips = page.getByRole('button', { name: 'Remove filter: ' })
    await chips.nth(2).waitFor()
    expect(
      await chips.evaluateAll((all) => all.map((chip) => chip.previousElementSibling?.textContent)),
    ).toEqual(['Up to $1,500', '2+ beds', '15 min walk of Engineering Quad'])
    await page.getByRole('region', { name: 'Results' }).getByRole('article').first().waitFor()
    await untilTakenOver(page)

    await page.getByRole('button', { name: 'Remove filter: 2+ beds' }).click()
    await chips.nth(2).waitFor({ state: 'detached' })
    await page.goBack()

    await page.getByRole('button', { name: 'Remove filter: 2+ beds' }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it.each([
    ['a script', 'q', '<script>document.title="owned"</script><img src=x onerror=alert(1)>'],
    ['JSON of another shape', 'filters', '{"minPrice":{"$gt":0},"bedrooms":"<script>"}'],
  ])('handles %s in the URL', async (_what, name, value) => {
    const { page, problems } = await openPage(viewport)
    page.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`))
    const query = new URLSearchParams({ q: 'lane', [name]: value })
    await page.goto(`/search?${query.toString()}`)

    await page
      .getByText(/No apartments match your search\.|\d+ apartments?$/)
      .first()
      .waitFor()

    expect(await page.title()).toMatch(/^Offquad \| Search/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
    await endVisit(page)
  })
})
