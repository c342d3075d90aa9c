import { access } from 'node:fs/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { sharedPlatform } from './platform'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** For `describe.each`: what holds on every screen. */
export const SCREENS = [
  ['on a desktop', DESKTOP],
  ['on a phone', PHONE],
] as const

/** The system's Chromium, headless and with its background traffic off. */
export async function launchBrowser(): Promise<Browser> {
  const found = await Promise.all(
    CANDIDATES.map((file) =>
      access(file).then(
        () => file,
        () => undefined,
      ),
    ),
  )
  const executablePath = process.env.CHROMIUM_PATH ?? found.find(Boolean)
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

/** Follows a link in the header, which is in the menu on a phone. */
export async function followHeaderLink(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

/** Opens a page as a new visitor; console errors are collected in `problems`. */
export async function openPage(
  browser: Browser,
  viewport = DESKTOP,
  baseURL = sharedPlatform().url,
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport,
    baseURL,
    // On a busy machine, clicks can miss elements that are animated.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return { page, problems }
}
