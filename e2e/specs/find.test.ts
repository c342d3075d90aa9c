import { type Page } from 'playwright-core'
import {
  DESKTOP,
  endVisit,
  mostly,
  openPage,
  openRendered,
  openWithoutScripts,
  PHONE,
  untilTakenOver,
} from '../src/browser'
import { sharedPlatform } from '../src/platform'

interface Listing {
  buildingData: { id: string; name: string }
}

const read = async <T>(path: string): Promise<T> =>
  (await fetch(`${sharedPlatform().url}${path}`)).json() as Promise<T>

const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftOf = async (page: Page): Promise<number> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, value) => sum + value, 0)
}

const paidIn = (page: Page) => page.getByRole('region', { name: 'What students paid' })
const viewedIn = (page: Page) => page.getByRole('region', { name: 'Recently Viewed' })

async function visit(page: Page, id: string): Promise<void> {
  await page.goto(`/apartment/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(
    (viewed) => localStorage.getItem('offquad/recently-viewed')?.includes(`"${viewed}"`),
    id,
  )
}

describe.each(mostly('desktop'))('what students paid %s', (_where, viewport) => {
  it('is a chart on the page of an area, with its numbers on demand, also without scripts', async () => {
    const page = await openWithoutScripts({ viewport })
    await openRendered(page, '/location/collegetown', { text: 'browse-rent-chart' })
    const chart = page.locator('.browse-rent-chart')
    expect(await chart.textContent()).toContain('$1,200-1,400')
    expect((await chart.locator('svg').boundingBox())?.height).toBeGreaterThanOrEqual(88)
    expect(await paidIn(page).isVisible()).toBe(false)

    await page.getByText('Show numbers').click()

    expect(
      await paidIn(page)
        .getByRole('row', { name: /^All years/ })
        .textContent(),
    ).toMatch(/\d reports/)
    await page.close()
  })
})

describe.each(mostly('desktop'))('recently viewed apartments %s', (_where, viewport) => {
  it('appear on home and in the search, in all tabs, until they are cleared', async () => {
    const [first, second] = await read<Listing[]>('/api/search-with-query-and-filters?size=2')
    const [{ id = '', name = '' } = {}, { id: otherId = '' } = {}] = [
      first?.buildingData,
      second?.buildingData,
    ]
    const { page, problems } = await openPage(viewport)
    await visit(page, id)

    await page.goto('/')
    await viewedIn(page).getByTitle(name, { exact: true }).waitFor()
    const box = page.getByRole('combobox', { name: /Search by name/ })
    await box.click()
    await page.getByRole('option', { name: /Recently viewed/ }).waitFor()
    await page.keyboard.press('Escape')

    const tab = await page.context().newPage()
    await visit(tab, otherId)
    await tab.close()
    await viewedIn(page).getByRole('article').nth(1).waitFor()
    const links = await viewedIn(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual([`/apartment/${otherId}`, `/apartment/${id}`])

    await viewedIn(page).getByRole('button', { name: 'Clear' }).click()
    expect(await viewedIn(page).count()).toBe(0)
    await page.reload()
    await page.getByRole('region', { name: 'Most Loved' }).getByRole('article').first().waitFor()
    expect(await viewedIn(page).count()).toBe(0)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('appear without moving what is on the screen', async () => {
    const listings = await read<Listing[]>('/api/search-with-query-and-filters?size=1')
    const { page } = await openPage(viewport)
    await visit(page, listings[0]?.buildingData.id ?? '')
    await recordShifts(page)

    await page.goto('/')
    await viewedIn(page).getByRole('article').first().waitFor({ state: 'attached' })

    expect(await shiftOf(page)).toBeLessThan(0.01)
    await endVisit(page)
  })
})

describe('a search from another page', () => {
  it.each(['/apartment/demo-1', '/reviews'])(
    'begins in the header of %s, whose field moves nothing',
    async (path) => {
      const { page, problems } = await openPage(DESKTOP)
      await page.goto(path)
      const field = page.getByRole('banner').getByRole('combobox', { name: /^Search/ })
      await field.waitFor()
      const header = await page.getByRole('banner').boundingBox()
      expect(header?.height).toBeLessThanOrEqual(73)
      const places = () =>
        page
          .locator('h1, header a')
          .evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())))
      await page.evaluate(async () => void (await document.fonts.ready))
      const beside = await places()
      await page.addStyleTag({ content: '.shell-search { display: none }' })
      expect(await places()).toEqual(beside)
      await page
        .locator('style')
        .last()
        .evaluate((style) => style.remove())

      await field.fill('2 bed under 1000 near campus')
      await page.keyboard.press('Enter')

      await page.getByRole('button', { name: 'Remove filter: 2+ beds' }).waitFor()
      expect(problems).toEqual([])
      await endVisit(page)
    },
  )

  it('is left out where its code cannot be loaded, and back on the next page', async () => {
    const { page } = await openPage(DESKTOP)
    await page.route('**/*header-search*.js', (route) => route.abort())
    await page.goto('/apartment/demo-1')
    const message = page.getByRole('banner').getByText('The search field cannot be loaded right now.')
    await message.waitFor({ state: 'attached' })
    expect(await message.isVisible()).toBe(false)

    await page.unroute('**/*header-search*.js')
    await page.getByRole('banner').getByRole('link', { name: 'Reviews' }).click()

    await page
      .getByRole('banner')
      .getByRole('combobox', { name: /^Search/ })
      .waitFor()
    await endVisit(page)
  })

  it('is one tap away on a phone, and its field has the focus', async () => {
    const { page, problems } = await openPage(PHONE)
    await page.goto('/apartment/demo-1')
    await untilTakenOver(page)
    await page.getByRole('link', { name: 'Search', exact: true }).click()

    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'q')
    expect(new URL(page.url()).pathname).toBe('/search')
    expect(problems).toEqual([])
    await endVisit(page)
  })
})

describe.each(mostly('desktop'))('buses %s', (_where, viewport) => {
  it('filter and sort a search, and are listed on the page of a result without scripts', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto(
      `/search?filters=${encodeURIComponent('{"locations":["Downtown"],"commute":"hoPlaza:bus:20","initialSortBy":"commute","initialSortLowToHigh":true}')}`,
    )
    const results = page.getByRole('region', { name: 'Results' })
    const result = results.getByRole('link').filter({ hasText: 'min by bus to Ho Plaza' }).first()
    const address = await result.getAttribute('href')
    const minutes = (await results.getByRole('article').allTextContents()).map((text) =>
      Number(/(\d+) min (?:by bus|walk) to Ho Plaza/.exec(text)?.[1]),
    )
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
    expect(minutes.at(-1)).toBeLessThanOrEqual(20)
    expect(problems).toEqual([])
    await endVisit(page)

    const plain = await openWithoutScripts({ viewport })
    await openRendered(plain, address ?? '', { text: 'Lines from' })
    const lines = plain.getByRole('list', { name: /^Lines from Demo .*, Downtown$/ })
    expect(await lines.first().textContent()).toMatch(/^D\dCampusevery \d+ min, \d+ min to /)
    await plain.getByText('by the timetable of Demo Buses (invented)').waitFor()
    await plain.close()
  })
})
