import { pathOf, getList, putListPlace, shareList, addList, type Shortlist } from '@offquad/contracts'
import { createRandom } from '@offquad/service-kit/testing/random'
import { until } from '@offquad/service-kit/testing'
import { type Page, type Request, type Response } from 'playwright-core'
import { violationsOn } from '../src/accessibility'
import { DESKTOP, endVisit, openPage, PHONE } from '../src/browser'
import { enterAs, type Person } from '../src/people'
import { chooseAccount, openSignedIn } from '../src/sign-in'

/** `npm run test:all` makes 40 edits, `npm run test:long` 500. */
const EDITS = Number(process.env.LIST_EDITS ?? 40)
const PATIENCE_MS = 120_000 + EDITS * 1_000
const PLACES = ['demo-1', 'demo-2', 'demo-3', 'demo-4']

const rows = (page: Page) => page.getByRole('main').locator('ol > li')

/** The text that a page shows for each place, in its order. */
const shownOn = async (page: Page): Promise<string[]> =>
  (await rows(page).allInnerTexts()).map((text) => text.replace(/\bMe\b|\bMaya\b|\bTheo\b|me\b/g, ''))

async function startList(maya: Person): Promise<{ id: string; token: string }> {
  const body = { name: `Fall ${Date.now()}`, memberName: 'Maya', showsMinutes: true }
  const { id } = (await maya.send('POST', addList.path, body))?.body as Shortlist
  for (const placeId of PLACES) await maya.send('PUT', pathOf(putListPlace, { id, placeId }), {})
  const shared = await maya.send('POST', pathOf(shareList, { id }), { allows: 'join' })
  return { id, token: (shared?.body as Shortlist).invite?.token ?? '' }
}

async function openList(email: string, address: string, viewport: typeof DESKTOP) {
  const { page, problems } = await openPage(viewport)
  await openSignedIn(page, email, address)
  await rows(page)
    .nth(PLACES.length - 1)
    .waitFor()
  return { page, problems }
}

type Opinion = Shortlist['places'][number]['opinions'][number]
const opinionOf = (list: Shortlist, placeId: string, memberId: string): Opinion | undefined =>
  list.places.find(({ id }) => id === placeId)?.opinions.find((opinion) => opinion.memberId === memberId)

/**
 * Records the last acknowledged value of each field, by the version of the list that has it.
 * @returns the writes that are on their way
 */
function recordWrites(
  page: Page,
  stored: Map<string, { version: number; value: unknown }>,
): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => request.method() === 'PUT' && pending.add(request))
  page.on('requestfailed', (request) => pending.delete(request))
  const record = async (response: Response) => {
    const [, placeId, isOpinion] =
      /\/api\/lists\/[^/]+\/places\/([^/]+)(\/opinion)?$/.exec(response.url()) ?? []
    if (placeId === undefined || !response.ok()) return
    const list = (await response.json()) as Shortlist
    const sent = response.request().postDataJSON() as object
    for (const field of Object.keys(sent)) {
      const place = list.places.find(({ id }) => id === placeId)
      const source = isOpinion ? opinionOf(list, placeId, list.me) : place
      const key = `${placeId} ${field}${isOpinion ? ` ${list.me}` : ''}`
      const latest = stored.get(key)
      if (!latest || latest.version < list.version)
        stored.set(key, { version: list.version, value: source?.[field as keyof typeof source] })
    }
  }
  page.on('requestfinished', (request) => {
    const recorded = request.response().then((response) => response && record(response))
    void recorded.finally(() => pending.delete(request))
  })
  return pending
}

it(
  'two roommates edit one list, each offline at times, and see the same; no stored edit is lost',
  async () => {
    const stamp = Date.now()
    const emails = [`lists.maya.${stamp}@cornell.edu`, `lists.theo.${stamp}@cornell.edu`] as const
    const maya = await enterAs(emails[0])
    const { id, token } = await startList(maya)
    const ofMaya = await openList(emails[0], `/lists/${id}`, DESKTOP)

    const { page: theos } = await openPage(PHONE)
    await theos.goto(`/lists/join/${token}`)
    await theos.getByRole('button', { name: 'Sign in to join' }).click()
    await chooseAccount(theos, emails[1])
    await theos.getByRole('textbox', { name: /^Your first name/ }).fill('Theo')
    await theos.getByRole('button', { name: 'Join', exact: true }).click()
    await theos.waitForURL(`**/lists/${id}`)
    await rows(theos)
      .nth(PLACES.length - 1)
      .waitFor()
    // At once, by the stream.
    await ofMaya.page.getByText('2 members: me, Theo').waitFor()

    const pages = [ofMaya.page, theos]
    const stored = new Map<string, { version: number; value: unknown }>()
    const pending = new Map(pages.map((page) => [page, recordWrites(page, stored)]))
    // Of a write whose reply is lost no one knows whether it is stored.
    const settle = async (page: Page) => {
      // A click has sent its request by then.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await until(() => pending.get(page)?.size === 0)
    }
    const random = createRandom(7)
    // By keyboard: a click waits for what is disabled or below a message.
    for (let edit = 1; edit <= EDITS; edit += 1) {
      const page = random.pick(pages)
      if (random.chance(0.1)) {
        await settle(page)
        await page.context().setOffline(random.chance(0.5))
      }
      const row = rows(page).nth(random.below(PLACES.length))
      if (random.chance(0.4)) {
        const moves = row.getByRole('button', { name: /^Move .* (up|down)$/, disabled: false })
        // The other roommate may move it to an end meanwhile, where one of them does nothing.
        await (random.chance(0.5) ? moves.first() : moves.last()).press('Enter')
      } else if (random.chance(0.7)) {
        await row
          .getByRole('button', { name: random.pick(['Yes', 'Maybe', 'No']), exact: true })
          .press('Enter')
      } else {
        await row.getByRole('button', { name: /^Note and comment/ }).press('Enter')
        const dialog = page.getByRole('dialog')
        const isNote = random.chance(0.5)
        await dialog.getByRole('textbox', { name: isNote ? /^Note/ : /^My comment/ }).fill(`Edit ${edit}`)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await settle(page)
        // It stays open where the text is not stored.
        if (await dialog.isVisible()) await page.keyboard.press('Escape')
      }
    }
    for (const page of pages) {
      await settle(page)
      await page.context().setOffline(false)
    }

    await until(async () => {
      const [first, second] = await Promise.all(pages.map(shownOn))
      return JSON.stringify(first) === JSON.stringify(second)
    })
    const list = (await maya.send('GET', pathOf(getList, { id })))?.body as Shortlist
    expect(stored.size).toBeGreaterThan(4)
    for (const [key, { value }] of stored) {
      const [placeId = '', field = '', memberId] = key.split(' ')
      const source =
        memberId === undefined
          ? list.places.find((place) => place.id === placeId)
          : opinionOf(list, placeId, memberId)
      expect([key, source?.[field as keyof typeof source]]).toEqual([key, value])
    }

    for (const page of pages) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect(await violationsOn(page)).toEqual([])
      await endVisit(page)
    }
  },
  PATIENCE_MS,
)

it('a member who is removed and a link that is revoked show nothing any more', async () => {
  const stamp = Date.now()
  const email = `lists.leah.${stamp}@cornell.edu`
  const maya = await enterAs(`lists.owner.${stamp}@cornell.edu`)
  const leah = await enterAs(email)
  const { id, token } = await startList(maya)
  await leah.send('POST', '/api/shared-list/join', { token, memberName: 'Leah', showsMinutes: false })
  const { page } = await openList(email, `/lists/${id}`, DESKTOP)
  const { me } = (await leah.send('GET', pathOf(getList, { id })))?.body as Shortlist

  await maya.send('POST', `/api/lists/${id}/members/${me}/remove`, {})
  await page.getByRole('heading', { name: 'This list is not there.' }).waitFor()
  await page.goto(`/lists/join/${token}`)
  await page.getByRole('heading', { name: 'This link has ended.' }).waitFor()

  const { invite } = (await maya.send('POST', pathOf(shareList, { id }), { allows: 'join' }))
    ?.body as Shortlist
  await page.goto(`/lists/join/${invite?.token}`)
  await page.getByRole('heading', { name: /^Fall/ }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await maya.send('POST', pathOf(shareList, { id }), { allows: 'nothing' })
  await page.reload()
  await page.getByRole('heading', { name: 'This link has ended.' }).waitFor()
  await endVisit(page)
})
