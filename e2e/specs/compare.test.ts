import { type Page } from 'playwright-core'
import { DESKTOP, endVisit, openPage, PHONE } from '../src/browser'

const tray = (page: Page) => page.getByRole('navigation', { name: 'Places to compare' })
const columns = (page: Page) => page.getByRole('columnheader').allInnerTexts()

/** With the keyboard alone. */
async function choose(page: Page, place: number): Promise<string> {
  const card = page.getByRole('region', { name: 'Results', exact: true }).getByRole('listitem').nth(place)
  const toggle = card.getByRole('button', { name: /^Compare: / })
  await toggle.focus()
  await page.keyboard.press('Space')
  await card.getByRole('button', { name: /^Compare: /, pressed: true }).waitFor()
  return (await card.getByRole('heading').getAttribute('title')) ?? ''
}

describe('a visitor', () => {
  it('chooses two places of a search, compares them, and takes one away and back', async () => {
    const { page, problems } = await openPage(PHONE)
    await page.goto('/search?q=lane')
    const names = [await choose(page, 0), await choose(page, 1)]

    await page.reload()
    await tray(page)
      .getByRole('button', { name: `Remove ${names[1]}` })
      .waitFor()
    await tray(page)
      .getByRole('link', { name: /^Compare 2/ })
      .click()
    await page.getByRole('columnheader', { name: names[1] }).waitFor()
    expect(await columns(page)).toEqual(names)
    expect(await tray(page).isVisible()).toBe(false)

    const both = page.url()
    await page.getByRole('button', { name: `Remove ${names[0]}` }).click()
    await page.getByRole('columnheader', { name: names[0] }).waitFor({ state: 'detached' })
    expect(await columns(page)).toEqual(names.slice(1))
    await page.goBack()
    await page.getByRole('columnheader', { name: names[0] }).waitFor()
    expect(page.url()).toBe(both)
    await page.reload()
    await page.getByRole('columnheader', { name: names[0] }).waitFor()
    expect(await columns(page)).toEqual(names)

    expect(problems).toEqual([])
    await endVisit(page)
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('finds what has the focus above the tray on %s', async (_where, viewport) => {
    const { page } = await openPage(viewport)
    await page.goto('/search?q=lane')
    await choose(page, 0)
    await tray(page).waitFor()

    const last = page
      .getByRole('region', { name: 'Results', exact: true })
      .getByRole('listitem')
      .last()
      .getByRole('link')
    await page.evaluate(() => scrollTo(0, 0))
    await last.focus()

    const [focused, bar] = await Promise.all([last.boundingBox(), tray(page).boundingBox()])
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await endVisit(page)
  })
})

it('a phone has one bar at its lower edge, also on an apartment', async () => {
  const { page } = await openPage(PHONE)
  await page.goto('/search?q=lane')
  await choose(page, 0)
  await page.goto('/apartment/demo-1')

  const compare = page.getByRole('link', { name: 'Compare 1 place' })
  const leave = page.locator('.browse-bar').getByRole('button', { name: 'Leave a Review' })
  const [left, right] = await Promise.all([compare.boundingBox(), leave.boundingBox()])
  expect(left?.y).toBe(right?.y)
  expect(await tray(page).isVisible()).toBe(false)
  await compare.click()
  await page.waitForURL(/\/compare\?ids=/)
  await endVisit(page)
})

describe('the page of a comparison', () => {
  it('says in its head what is compared, for those who get the link', async () => {
    const { page } = await openPage()
    const response = await page.goto('/compare?ids=demo-1,demo-2')
    const html = (await response?.text()) ?? ''

    await page.getByRole('columnheader').nth(1).waitFor()
    const names = await columns(page)
    expect(html).toContain(`<title>Offquad | Compare ${names.join(', ')}</title>`)
    expect(html).toMatch(/<meta property="og:description" content="[^"]+\d minutes on foot/)
    await endVisit(page)
  })

  it('is one sheet of paper, without controls', async () => {
    const { page } = await openPage()
    await page.goto('/compare?ids=demo-28,demo-206,demo-191,demo-1')
    await page.getByRole('columnheader').nth(3).waitFor()

    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1')

    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    await endVisit(page)
  })
})
