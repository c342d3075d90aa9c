import { type Page } from 'playwright-core'
import { DESKTOP, endVisit, mostly } from '../src/browser'
import { openModeration, openPending, pendingItem, writePending } from '../src/moderation'
import { enterAs } from '../src/people'
import { waitFor } from '../src/platform'

const currentReview = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-review]')?.dataset.review ?? '')

describe.each(mostly('desktop'))('an administrator at the queue %s', (where, viewport) => {
  it('sees live updates, and the number of pending reviews in the title of the tab', async () => {
    const { page } = await openModeration(viewport)
    const text = `The hallway smells of bread, written meanwhile ${where}.`
    const id = await writePending(text)

    await pendingItem(page, text).waitFor()
    const waiting = Number(/^\((\d+)\) /.exec(await page.title())?.[1])
    expect(waiting).toBeGreaterThan(0)
    const other = await enterAs('admin@cornell.edu')
    await other.send('PUT', `/api/update-review-status/${id}/APPROVED`, {})

    await pendingItem(page, text).waitFor({ state: 'detached' })
    await waitFor('the count in the title to decrease', async () => {
      return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0) === waiting - 1
    })
    await endVisit(page)
  })

  // Phones have no keyboard.
  if (viewport === DESKTOP)
    it('decides 30 reviews by keyboard with three undos while new ones arrive, and each decision is stored once', async () => {
      const texts = Array.from(
        { length: 30 },
        (_, index) => `The stairs creak and the yard is sunny, ${where} ${index}.`,
      )
      const ids = await Promise.all(texts.map((text) => writePending(text)))
      const { page, problems } = await openModeration(viewport)
      const sent: string[] = []
      page.on('request', (request) => {
        const [, id, status] = /update-review-status\/([^/]+)\/(\w+)/.exec(request.url()) ?? []
        if (id && status) sent.push(`${id} ${status}`)
      })
      const decided = new Map<string, string>()
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(() =>
        addEventListener('scroll', ({ target }) => {
          if (target === document) document.body.setAttribute('data-scrolled', String(scrollY))
        }),
      )
      let undos = 0
      let arrivals = 0
      while (ids.some((id) => !decided.has(id))) {
        const id = await currentReview(page)
        if (!ids.includes(id) || decided.has(id)) {
          // Reviews of other tests are skipped; at the end of the queue it starts at the top again.
          await page.keyboard.press('j')
          if ((await currentReview(page)) === id)
            await page.getByRole('listitem').first().getByRole('button').click()
          continue
        }
        const [key, status] =
          decided.size % 3 === 0 ? (['d', 'DECLINED'] as const) : (['a', 'APPROVED'] as const)
        await page.keyboard.press(key)
        if (decided.size % 10 === 9) {
          undos += 1
          await page.keyboard.press('u')
          await waitFor('the review to be restored', async () => (await currentReview(page)) === id)
          await page.keyboard.press(key)
        }
        decided.set(id, status)
        if (decided.size % 6 === 0) {
          arrivals += 1
          await writePending(`Written while others are decided, ${where} ${arrivals}.`)
        }
      }
      const expected = [...decided].map(([id, status]) => `${id} ${status}`)
      await waitFor('all decisions to be sent', async () => sent.length >= expected.length)
      const admin = await enterAs('admin@cornell.edu')
      const statusOf = async (id: string) =>
        ((await admin.send('GET', `/api/review-by-id/${id}`))?.body as { status?: string }).status
      await waitFor('all decisions to be stored', async () =>
        (await Promise.all(ids.map(statusOf))).every((status) => status !== 'PENDING'),
      )

      expect(await page.locator('body').getAttribute('data-scrolled')).toBeNull()
      expect(undos).toBe(3)
      expect(arrivals).toBeGreaterThan(3)
      expect(sent.toSorted()).toEqual(expected.toSorted())
      for (const id of ids) expect([id, await statusOf(id)]).toEqual([id, decided.get(id)])
      expect(problems).toEqual([])
      await endVisit(page)
    })

  it('can close the tab right after a decision, which is sent nevertheless', async () => {
    const text = `The radiators knock at six, decided and closed ${where}.`
    const id = await writePending(text)
    const { page } = await openModeration(viewport)
    await (await openPending(page, text)).getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText(/^Review declined: /).waitFor()

    await page.close({ runBeforeUnload: true })

    const admin = await enterAs('admin@cornell.edu')
    await waitFor('the decision', async () => {
      const review = await admin.send('GET', `/api/review-by-id/${id}`)
      return (review?.body as { status?: string }).status === 'DECLINED'
    })
  })
})
