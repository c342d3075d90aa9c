import { type Page } from 'playwright-core'
import { endVisit, mostly, openPage, PHONE } from '../src/browser'
import { chooseAccount, signInAs } from '../src/sign-in'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' }).filter({ visible: true })

describe.each(mostly('desktop'))('signing in %s', (_where, viewport) => {
  /** Opens the account menu: behind the picture, or in the drawer on a phone. */
  const openAccount = (page: Page) =>
    viewport === PHONE
      ? page.getByRole('button', { name: 'Menu' }).click()
      : page.getByRole('button', { name: /^Account of/ }).click()

  it('persists across a reload and another tab, and signing out ends the session in both', async () => {
    const { page, problems } = await openPage(viewport)
    await page.goto('/')
    await signInAs(page, 'nora.feld@cornell.edu')
    await signInButton(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await signInButton(page).count()).toBe(0)

    const other = await page.context().newPage()
    await other.goto('/faq')
    await other.getByRole('heading', { level: 1 }).waitFor()
    expect(await signInButton(other).count()).toBe(0)
    await openAccount(page)
    await page.getByText('Sign Out').filter({ visible: true }).click()

    await signInButton(page).waitFor()
    await signInButton(other).waitFor()
    await page.reload()
    await signInButton(page).waitFor()
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('leaves the focus on what takes the place of the button', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/faq')

    await signInAs(page, 'focus@cornell.edu')

    const successor = viewport === PHONE ? 'Menu' : /^Account of/
    await page.waitForFunction(() => document.activeElement?.matches('.shell-account, .shell-menu-button'))
    const focused = page.locator(':focus')
    expect(await page.getByRole('button', { name: successor }).and(focused).count()).toBe(1)
    await endVisit(page)
  })

  it('reports that the window was closed, and can be retried', async () => {
    const { page } = await openPage(viewport)
    await page.goto('/')
    await signInButton(page).click()
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Google' }).click(),
    ])
    await popup.close()
    await page.getByText(/The sign-in window was closed/).waitFor()

    await chooseAccount(page, 'nora.feld@cornell.edu')

    await signInButton(page).waitFor({ state: 'detached' })
    await endVisit(page)
  })

  it('reports that the browser blocked the window', async () => {
    const { page } = await openPage(viewport)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto('/')
    await signInButton(page).click()

    await page.getByRole('button', { name: 'Continue with Google' }).click()

    await page.getByText(/Your browser blocked the sign-in window/).waitFor()
    await endVisit(page)
  })
})
