import { type Session } from '@offquad/contracts'
import { type Page } from 'playwright-core'
import { leaveClosedOverlays } from './browser'
import { credentialOf } from './people'

/** Chooses an account in the open sign-in dialog. */
export async function chooseAccount(page: Page, email: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  ])
  await popup.getByLabel('Another e-mail address').fill(email)
  await popup.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in through the header like a person. */
export async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).filter({ visible: true }).click()
  await chooseAccount(page, email)
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor({ state: 'hidden' })
  await leaveClosedOverlays(page)
}

/** Opens a page with the cookie and stored state of an earlier sign-in. */
export async function openSignedIn(page: Page, email: string, address: string): Promise<void> {
  const response = await page.request.post('/api/auth/google', {
    data: { credential: await credentialOf(email) },
  })
  const { user } = (await response.json()) as Session
  await page.addInitScript((remembered) => {
    localStorage.setItem('offquad/user', remembered)
  }, JSON.stringify(user))
  await page.goto(address)
}
