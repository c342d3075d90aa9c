import { randomUUID } from 'node:crypto'
import { addList, pathOf, putListPlace, type Shortlist } from '@offquad/contracts'
import { type BrowserContext, type Page } from 'playwright-core'
import { startBalancer } from '../src/balancer'
import { DESKTOP, sharedBrowser } from '../src/browser'
import { createTeam } from '../src/deploys'
import { enterAs } from '../src/people'
import { sharedPlatform, waitFor } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

const EMAIL = `without-network-${Date.now()}@cornell.edu`
const PLACE = '/apartment/demo-1'
const NAME = `Fall ${Date.now()}`
const OTHER_NAME = `Spring ${Date.now()}`
const OFFLINE_PAGE = { name: 'You are offline' }

let context: BrowserContext
let page: Page
let listPath: string
let otherListPath: string

const kept = (address: string, on = page) =>
  on.evaluate(async (path) => (await caches.match(path))?.text(), address)

/** Opens a page and waits until the worker, which comes with the first of them, has kept it. */
async function open(address: string, on = page): Promise<void> {
  await on.goto(address)
  await waitFor(`${address} to be kept`, () => kept(address, on))
}

const untilLandlordIsKept = (on = page) =>
  waitFor('its landlord to be kept', () =>
    on.evaluate(async () =>
      (await (await caches.open('offquad/answers')).keys()).some(({ url }) => url.includes('/api/landlord/')),
    ),
  )
const landlordOf = (place: Page) =>
  place.getByRole('region', { name: 'Landlord', exact: true }).getByRole('link').first()

beforeAll(async () => {
  const maya = await enterAs(EMAIL)
  async function add(name: string): Promise<string> {
    const body = { name, memberName: 'Maya', showsMinutes: false }
    const { id } = (await maya.send('POST', addList.path, body))?.body as Shortlist
    await maya.send('PUT', pathOf(putListPlace, { id, placeId: 'demo-1' }), {})
    return `/lists/${id}`
  }
  listPath = await add(NAME)
  otherListPath = await add(OTHER_NAME)
  const browser = await sharedBrowser()
  context = await browser.newContext({
    viewport: DESKTOP,
    baseURL: sharedPlatform().url,
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  await openSignedIn(page, EMAIL, '/faq')
  await open(PLACE)
  await untilLandlordIsKept()
  await open('/lists')
  for (const [path, name] of [
    [otherListPath, OTHER_NAME],
    [listPath, NAME],
  ] as const) {
    await open(path)
    await waitFor('its name to be kept', async () => (await kept(`/api/title${path}`))?.includes(name))
  }
})
afterAll(() => context.close())

it('opens places and lists that were seen, whole, says which for other addresses, and opens these once connected', async () => {
  await context.setOffline(true)

  await page.goto(listPath)
  await page.getByRole('heading', { name: NAME }).waitFor()
  await page.getByText('This page is as of').waitFor()
  await page.goto('/search')
  await page.getByRole('heading', OFFLINE_PAGE).waitFor()
  for (const [path, name] of [
    [listPath, NAME],
    [otherListPath, OTHER_NAME],
    ['/lists', 'Lists'],
  ] as const)
    expect(await page.locator(`a[href="${path}"]`).innerText()).toBe(name)
  await page.locator(`a[href="${PLACE}"]`).click()
  await page.getByText('This page is as of').waitFor()
  await landlordOf(page).waitFor()
  expect(await page.locator('main h1').innerText()).not.toBe('')
  expect(await page.getByText('This page stopped working').count()).toBe(0)

  await page.goto('/search')
  await page.getByRole('heading', OFFLINE_PAGE).waitFor()
  await context.setOffline(false)
  await page.getByText('What are you looking for?').waitFor()
})

it('opens places on a network that leads nowhere, which the browser takes for one', async () => {
  const network = await startBalancer()
  network.add(Number(new URL(sharedPlatform().url).port))
  const browser = await sharedBrowser()
  const visitor = await browser.newContext({ viewport: DESKTOP, baseURL: network.url })
  const place = await visitor.newPage()
  await open(PLACE, place)
  await untilLandlordIsKept(place)

  await network.close()
  await place.goto('/search')
  await place.getByRole('heading', { name: 'The site cannot be reached' }).waitFor()
  await place.locator(`a[href="${PLACE}"]`).click()
  await place.getByText('This page is as of').waitFor()
  await landlordOf(place).waitFor()
  expect(await place.getByText('This page stopped working').count()).toBe(0)
  await visitor.close()
})

it('shows a new version after a deploy, with and without a network', async () => {
  const version = `9.9.8-${randomUUID().slice(0, 8)}`
  const team = createTeam(sharedPlatform(), 'mfe-account')
  await team.deployCopy({ version })
  const shown = () => page.evaluate(() => document.documentElement.outerHTML)

  await waitFor('the new version', async () => {
    await page.goto(listPath)
    return (await shown()).includes(version)
  })
  // The place, which is not opened, too.
  await waitFor('kept pages to follow', async () => (await kept(PLACE))?.includes(version))
  await waitFor('files of the version before to be deleted', async () => {
    const files = await page.evaluate(async () =>
      (await (await caches.open('offquad/files')).keys()).map(({ url }) => url),
    )
    return files.every((url) => !url.includes('/mfe-account/') || url.includes(version))
  })
  await context.setOffline(true)
  await page.goto(listPath)
  await page.getByRole('heading', { name: NAME }).waitFor()
  expect(await shown()).toContain(version)
  await context.setOffline(false)
  await team.send('POST', '/rollback')
})

it('opens no list after signing out', async () => {
  await page.goto(listPath)
  await page.getByRole('heading', { name: NAME }).waitFor()
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await waitFor('the list to be forgotten', async () => !(await kept(listPath)))

  await context.setOffline(true)
  await page.goto(listPath)

  await page.getByRole('heading', OFFLINE_PAGE).waitFor()
  expect(await page.getByText(NAME).count()).toBe(0)
})
