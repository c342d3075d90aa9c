import { type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { leaveClosedOverlays, openPage } from '../browser'
import { credentialOf } from '../people'
import { type FilledPlatform } from './data-sets'
import { watchPolicies } from './policy-violations'
import { type Screen } from './screens'

/** Visitors of one viewport, one after another in one tab: in a new one every script has to be compiled again. */
export interface Visits {
  /** Opens a screen as its visitor and waits until it has loaded. */
  open(screen: Screen): Promise<Page>
  /** Gives the window of an open screen another size, and fingers in place of a mouse. */
  resize(screen: Screen, viewport: { width: number; height: number; isTouched?: boolean }): Promise<void>
  close(): Promise<void>
}

/** Where the tab keeps its visitor between pages, as the product expects it in `offquad/user`. */
const VISITOR_KEY = 'visitor of screens'

export function createVisits(
  platform: Pick<FilledPlatform, 'url' | 'dataDir'>,
  viewport: { width: number; height: number },
): Visits {
  let tab: Promise<Page> | undefined
  /** What it emulates ends with the session. */
  let devTools: Promise<CDPSession> | undefined
  let visitor: string | undefined

  async function openTab(): Promise<Page> {
    const { page } = await openPage(viewport, platform.url)
    await watchPolicies(page.context())
    // Screens must not share stored state.
    await page.context().addInitScript((key) => {
      const user = localStorage.getItem(key)
      localStorage.clear()
      sessionStorage.clear()
      if (user) for (const name of [key, 'offquad/user']) localStorage.setItem(name, user)
    }, VISITOR_KEY)
    // A dirty form asks for confirmation before the page is left.
    page.on('dialog', (dialog) => void dialog.accept())
    return page
  }

  async function emulateTouch(page: Page, enabled: boolean): Promise<void> {
    devTools ??= page.context().newCDPSession(page)
    await (await devTools).send('Emulation.setTouchEmulationEnabled', { enabled })
  }

  async function enter(page: Page, email: string): Promise<void> {
    // The last visitor's page must not renew a session that is gone.
    await page.goto('about:blank')
    const context = page.context()
    await context.setStorageState({ cookies: [], origins: [] })
    if (!email) return
    const user = await signIn(context, email, platform)
    const { cookies } = await context.storageState()
    const localStorage = [{ name: VISITOR_KEY, value: user }]
    await context.setStorageState({ cookies, origins: [{ origin: platform.url, localStorage }] })
  }

  return {
    async open({ address, as = '', before, open, isLoading }) {
      tab ??= openTab()
      const page = await tab
      if (visitor !== as) await enter(page, as)
      visitor = as
      await page.setViewportSize(viewport)
      await emulateTouch(page, false)
      await page.context().setOffline(false)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
      await before?.(page)
      // The filters of the last screen were a sheet on a phone.
      await leaveClosedOverlays(page)
      await page.goto(address, { waitUntil: 'load' })
      // The skeleton of a page has no heading yet.
      if (!isLoading) await page.getByRole('heading', { level: 1 }).first().waitFor()
      await open?.(page)
      // Move the mouse away, so that nothing is hovered.
      await page.mouse.move(0, 0)
      if (!isLoading) await settle(page)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      return page
    },

    async resize({ isLoading }, { isTouched = false, ...resized }) {
      const page = await tab
      if (!page) return
      await page.setViewportSize(resized)
      await emulateTouch(page, isTouched)
      if (!isLoading) await settle(page)
    },

    async close() {
      await (await tab)?.context().close()
    },
  }
}

async function signIn(
  context: BrowserContext,
  email: string,
  platform: Pick<FilledPlatform, 'url' | 'dataDir'>,
): Promise<string> {
  const response = await context.request.post('/api/auth/google', {
    data: { credential: await credentialOf(email, platform) },
  })
  const { user } = (await response.json()) as { user: object }
  return JSON.stringify(user)
}

/** Waits until nothing is loading and nothing has moved between two frames. */
export async function settle(page: Page): Promise<void> {
  await loadMaps(page)
  await page.waitForFunction(() => {
    const isBusy = [...document.querySelectorAll('[aria-busy=true], .offquad-bone, .ant-skeleton')].some(
      (element) => getComputedStyle(element).display === 'contents' || element.checkVisibility(),
    )
    const images = [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      return right > 0 && left < innerWidth && bottom > 0 && top < innerHeight
    })
    return !isBusy && images.every((image) => image.complete)
  })
  let previous = ''
  for (;;) {
    const now = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              resolve(`${document.body.scrollHeight} ${document.querySelectorAll('*').length}`),
            ),
          )
        }),
    )
    if (now === previous) return
    previous = now
  }
}

/** Scrolls to each map, which loads its code only when it is near the window, and back. */
async function loadMaps(page: Page): Promise<void> {
  // Within the page: a placeholder may go away at any time, also between being found and being scrolled to.
  await page.evaluate(async () => {
    const { scrollY } = window
    const findPlaceholder = () =>
      [...document.querySelectorAll('.offquad-map-place')].find((element) => element.checkVisibility())
    for (let next = findPlaceholder(); next; next = findPlaceholder()) {
      next.scrollIntoView({ block: 'center', behavior: 'instant' })
      await new Promise(requestAnimationFrame)
    }
    window.scrollTo({ top: scrollY, behavior: 'instant' })
  })
}
