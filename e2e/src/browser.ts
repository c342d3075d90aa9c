import { access } from 'node:fs/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { sharedPlatform, waitFor } from './platform'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

const SIZES = { desktop: ['on a desktop', DESKTOP], phone: ['on a phone', PHONE] } as const

/**
 * For `describe.each`: what people do at every size. `npm test` does it where they do it most, `npm run test:long` at the other
 * size; how every screen is laid out is tested at both by `screens-of-*`.
 */
export const mostly = (usual: keyof typeof SIZES) => {
  const opposite = usual === 'phone' ? 'desktop' : 'phone'
  return [SIZES[process.env.E2E_SIZES === 'other' ? opposite : usual]]
}

let shared: Promise<Browser> | undefined

/** The browser of a suite, or of a command: the system's Chromium, headless and with its background traffic off. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= launchBrowser())

/** Closes it, if there is one. */
export async function closeBrowser(): Promise<void> {
  await (await shared)?.close()
}

async function launchBrowser(): Promise<Browser> {
  const installed = await Promise.all(
    CANDIDATES.map((file) =>
      access(file).then(
        () => file,
        () => undefined,
      ),
    ),
  )
  const executablePath = process.env.CHROMIUM_PATH ?? installed.find(Boolean)
  if (!executablePath)
    throw new Error("Chromium is not installed: install your system's package or set CHROMIUM_PATH")
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** The paths of the calls whose responses the gateway wrote into the page. */
export const answersIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const data = JSON.parse(document.getElementById('offquad-page')?.textContent ?? '{}') as {
      answers?: { path: string }[]
    }
    return (data.answers ?? []).map(({ path }) => path)
  })

/** Follows a link in the header, which is in the menu on a phone. */
export async function followHeaderLink(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

/** Contexts of visits that have ended, by window and URL. */
const idle = new Map<string, BrowserContext[]>()
/** The list to which the context of a visit returns when it ends. */
const idleBeside = new WeakMap<BrowserContext, BrowserContext[]>()

function idleContexts(...settings: unknown[]): BrowserContext[] {
  const key = JSON.stringify(settings)
  const contexts = idle.get(key) ?? []
  idle.set(key, contexts)
  return contexts
}

/** Opens a page as a new visitor; console errors are collected in `problems`. */
export async function openPage(
  viewport = DESKTOP,
  baseURL = sharedPlatform().url,
): Promise<{ page: Page; problems: string[] }> {
  const contexts = idleContexts(viewport, baseURL)
  const browser = await sharedBrowser()
  const context =
    contexts.pop() ??
    (await browser.newContext({
      viewport,
      baseURL,
      // On a busy machine, clicks can miss elements that are animated.
      reducedMotion: 'reduce',
    }))
  idleBeside.set(context, contexts)
  // The compiler that commands run these files with names functions by it, also those that are sent to a page.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, problems }
}

/** Opens a page for a visitor whose browser runs no scripts; closing it ends the visit. */
export async function openWithoutScripts(settings: BrowserContextOptions = {}): Promise<Page> {
  const browser = await sharedBrowser()
  return browser.newPage({ baseURL: sharedPlatform().url, ...settings, javaScriptEnabled: false })
}

/** React marks the parts that it has left to the browser. */
export const hasContent = (html: string) => html.includes('data-remotes=') && !/<!--\$[!?~]-->/.test(html)

/**
 * Opens a page with its content: the server sends a page without it to the first visitor of a version, and to visitors who would
 * wait too long on a busy machine.
 * @param options.text must be in its HTML too: data that arrives late is not in the content
 */
export const openRendered = (
  page: Page,
  url: string,
  { waitUntil = 'load', text = '' }: { waitUntil?: 'load' | 'commit'; text?: string } = {},
) =>
  waitFor(`${url} with content`, async () => {
    const html = (await (await page.goto(url, { waitUntil }))?.text()) ?? ''
    return hasContent(html) && html.includes(text)
  })

/**
 * Ends the visit of a page. The next visitor finds nothing of it but the scripts in the browser's cache: compiling them anew
 * takes most of the time of a short test.
 */
export async function endVisit(page: Page): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map((open) => open.close()))
  await context.setStorageState({ cookies: [], origins: [] })
  idleBeside.get(context)?.push(context)
}

/** Waits until scripts have taken over a page, whose heading the server may have rendered. */
export async function untilTakenOver(page: Page): Promise<void> {
  // React marks the elements that it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}

/**
 * Waits until overlays that were closed have left the history. They do so by going back, which aborts a navigation that starts
 * before that.
 */
export async function leaveClosedOverlays(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isVisible = (element: Element) => element.checkVisibility()
    const isSheet = (panel: Element) => getComputedStyle(panel).position === 'fixed'
    const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')].filter(isVisible)
    const sheets = [...document.querySelectorAll('.offquad-disclosure-panel')]
      .filter(isVisible)
      .filter(isSheet)
    const isCovered = dialogs.length + sheets.length > 0
    return isCovered || !(history.state as { offquadOverlays?: number } | null)?.offquadOverlays
  })
}

/** Scrolls to the frame of the first map, which stays when the map takes the place of its placeholder. */
export const scrollToMap = (page: Page): Promise<void> =>
  page.locator('.offquad-map-frame').first().scrollIntoViewIfNeeded()
