import { type Page } from 'playwright-core'
import { findFaults } from '../src/conform/conform'
import { type Place, placesOf, REMOTES, slotsWithoutHost } from '../src/conform/places'
import { describeConformity } from '../src/conform/report'
import { sharedPlatform } from '../src/platform'

const app = 'mfe-reviews'
const reviews = placesOf(app).filter(({ name }) => name === '/reviews')

/** Misbehaves as a bad page does each time that it is shown. */
function misbehave(): void {
  window.addEventListener('resize', () => undefined)
  setInterval(() => undefined, 12_345)
  Object.assign(globalThis, { mine: true })
  const { parse } = JSON
  JSON.parse = (text: string) => parse(text) as unknown
  localStorage.setItem('mine', '1')
  document.head.append(
    Object.assign(document.createElement('style'), { textContent: 'footer { opacity: 0.5 }' }),
  )
}

const bad = reviews.map((place): Place => ({
  ...place,
  async mount(page: Page) {
    await place.mount(page)
    await page.evaluate(misbehave)
  },
  async unmount(page: Page) {
    await place.unmount(page)
    await page.getByText('cannot be found').waitFor()
    await page.evaluate(() => void (document.title = 'Mine'))
  },
}))

describe('the check of a remote', () => {
  const reportOf = async (places: Place[]) => {
    const faults = await findFaults({ platform: sharedPlatform(), app, cycles: 4 }, places)
    return describeConformity({ app, places: ['/reviews'], cycles: 4, faults, unknown: [] })
  }

  it('finds no fault with a good page', async () => {
    expect(await reportOf(reviews)).toMatch(/mfe-reviews is a good citizen\.$/)
  })

  it('says what a bad page leaves behind', async () => {
    const report = await reportOf(bad)

    for (const sentence of [
      '"resize" on window: 2 more after 2 times.',
      'setInterval of 12345 ms: 2 more after 2 times.',
      'window.mine is new or another.',
      'JSON.parse is new or another.',
      'The key "mine" could be anyone’s.',
      'Its rule for "footer" applies to what it does not render.',
      'It is still "Mine" on the page that follows.',
    ])
      expect(report).toContain(sentence)
    expect(report).toMatch(/mfe-reviews fails \d checks\.$/)
  })

  it('knows a page for each slot', () => {
    expect(REMOTES.flatMap(slotsWithoutHost)).toEqual([])
  })
})
