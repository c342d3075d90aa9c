import { type Browser, type Page } from 'playwright-core'
import { openPage } from '../browser'
import { credentialOf } from '../people'
import { type FilledPlatform } from './data-sets'
import { type Screen } from './screens'

/** Opens a screen as its visitor and waits until it shows what it is about. The caller closes the page's context. */
export async function openScreen(
  browser: Browser,
  { url, dataDir }: Pick<FilledPlatform, 'url' | 'dataDir'>,
  { address, as, before, open, isLoading }: Screen,
  viewport: { width: number; height: number },
): Promise<Page> {
  const { page } = await openPage(browser, viewport, url)
  if (as) await signIn(page, as, { url, dataDir })
  await before?.(page)
  await page.goto(address, { waitUntil: 'load' })
  // The page of the skeleton itself has no heading yet.
  if (!isLoading) await page.getByRole('heading', { level: 1 }).first().waitFor()
  await open?.(page)
  // What was clicked last is not looked at as hovered.
  await page.mouse.move(0, 0)
  if (!isLoading) await settle(page)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

async function signIn(page: Page, email: string, platform: { url: string; dataDir: string }): Promise<void> {
  const answer = await page.request.post('/api/auth/google', {
    data: { credential: await credentialOf(email, platform) },
  })
  const { user } = (await answer.json()) as { user: object }
  await page.addInitScript((remembered) => {
    localStorage.setItem('offquad/user', remembered)
  }, JSON.stringify(user))
}

/** Nothing is loading any more, and nothing moved between two frames. */
async function settle(page: Page): Promise<void> {
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
