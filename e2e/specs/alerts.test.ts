import { type Alert, changeApartment, getAlerts, type Listing, pathOf } from '@offquad/contracts'
import { violationsOn } from '../src/accessibility'
import { endVisit, mostly, openPage } from '../src/browser'
import { enterAs } from '../src/people'
import { sharedPlatform, waitFor } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

const { url } = sharedPlatform()

/** Rounds that compare what changed begin every half minute. */
const ROUND_MS = 90_000

/** An apartment whose rent an administrator lowers, and a search that it meets. */
async function findCheapened(): Promise<Listing> {
  const response = await fetch(`${url}/api/search-with-query-and-filters?maxPrice=1500&size=100`)
  const listings = (await response.json()) as Listing[]
  const listing = listings.find(({ buildingData }) => (buildingData.roomTypes ?? []).length > 0)
  if (!listing) throw new Error('no apartment has room types')
  return listing
}

describe.each(mostly('phone'))('an alert %s', (where, viewport) => {
  it('tells of a lower rent: saved with the search, counted by the bell, ended by the reader', async () => {
    const { buildingData } = await findCheapened()
    const { page, problems } = await openPage(viewport)
    const email = `alerts-${where.replace(/\W+/g, '-')}@cornell.edu`
    await openSignedIn(page, email, '/')
    await page.goto(`/search?q=${encodeURIComponent(buildingData.name)}`)
    await page.getByRole('button', { name: 'Alert me' }).click()
    await page.getByRole('button', { name: 'Alerts on', pressed: true }).waitFor()

    const admin = await enterAs('admin@cornell.edu')
    const student = await enterAs(email)
    let lowered = 0
    const lowerRent = () => {
      lowered += 1
      const roomTypes = (buildingData.roomTypes ?? []).map((room) => ({
        ...room,
        rent: room.rent - 10 * lowered,
      }))
      return admin.send('PUT', pathOf(changeApartment, { id: buildingData.id }), { roomTypes })
    }
    await lowerRent()
    const isTold = async () => {
      const answer = await student.send('GET', pathOf(getAlerts))
      const { items } = answer?.body as { items: Alert[] }
      if (items.some(({ places }) => places.some(({ reason }) => reason === 'rent'))) return true
      // On a site that has just been filled, the place itself was new.
      if (items.filter(({ season }) => !season).length === lowered) await lowerRent()
      return false
    }
    await waitFor('the alert', isTold, ROUND_MS)
    await page.reload()
    const bell = page.getByRole('link', { name: /^Alerts, \d new$/ }).filter({ visible: true })
    await bell.click()
    await page
      .getByRole('article')
      .getByRole('link', { name: buildingData.name, exact: true })
      .first()
      .waitFor()
    await page.getByText(/\/person, down from/).waitFor()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByText('None.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Remove/ }).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })
})
