import { type Page } from 'playwright-core'
import { violationsOn } from '../src/accessibility'
import { endVisit, mostly, openPage, untilTakenOver } from '../src/browser'
import { sharedPlatform, waitFor } from '../src/platform'
import { openSignedIn } from '../src/sign-in'

const { url } = sharedPlatform()
const TEXT = `Ask **before** you sign.

## Heat

Who [pays](https://example.org/heat)? <script>alert(1)</script> [No](javascript:alert(1)).

## Keys

## Mail`

const SUMMARY = 'Your first day with the keys.'

/** The API has status 404 at once; the page has it once the service replies in time, and shows nothing of the guide before. */
async function expectMissing(path: string) {
  expect((await fetch(`${url}/api${path}`)).status).toBe(404)
  const pages: string[] = []
  await waitFor(`a page with status 404 at ${path}`, async () => {
    const page = await fetch(url + path)
    pages.push(await page.text())
    return page.status === 404
  })
  expect(pages.join()).not.toContain(SUMMARY)
}

/** Without the address of a guide in the log of the browser, which names a page that is gone. */
const unexpected = (problems: string[]) => problems.filter((problem) => !problem.includes('404'))

describe.each(mostly('phone'))('a guide %s', (where, viewport) => {
  const slug = `moving-in-${where.replace(/\W+/g, '-')}`
  const path = `/guides/${slug}`

  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/is saved\.$/).waitFor()
  }
  const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name })

  it('is written, looked at and published by an administrator, and read until it is taken back', async () => {
    const { page: admin, problems } = await openPage(viewport)
    await openSignedIn(admin, 'admin@cornell.edu', '/admin?tab=guides')
    await admin.getByRole('link', { name: 'Write a guide' }).click()
    await field(admin, /^Title/).fill(`Moving in ${where}`)
    await field(admin, /^Summary/).fill(SUMMARY)
    await field(admin, /^Text/).fill(TEXT)
    const choice = admin.getByRole('radio', { name: 'Preview' })
    if (await choice.isVisible()) await choice.check()
    const preview = admin.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { name: 'Heat' }).waitFor()
    expect(await preview.getByText('<script>alert(1)</script>').count()).toBe(1)
    expect(await violationsOn(admin)).toEqual([])
    if (await choice.isVisible()) await admin.getByRole('radio', { name: 'Text' }).check()
    await save(admin)
    await expectMissing(path)
    await admin.getByRole('button', { name: 'Publish' }).click()
    await admin.getByText(/is published\.$/).waitFor()

    const { page: reader, problems: ofReader } = await openPage(viewport)
    await reader.goto('/guides')
    await untilTakenOver(reader)
    await reader.getByRole('link', { name: `Moving in ${where}` }).click()
    await reader.getByRole('heading', { level: 1, name: `Moving in ${where}` }).waitFor()
    await reader.getByRole('heading', { level: 2, name: 'Heat' }).waitFor()
    const external = reader.getByRole('link', { name: 'pays' })
    expect(await external.getAttribute('rel')).toBe('noopener nofollow')
    expect(await reader.getByRole('link', { name: 'No', exact: true }).count()).toBe(0)
    expect(await violationsOn(reader)).toEqual([])
    await reader
      .getByRole('navigation', { name: 'In this guide' })
      .getByRole('link', { name: 'Mail' })
      .click()
    await reader.waitForFunction(() => location.hash === '#about-mail')
    const html = await (await fetch(url + path)).text()
    expect(html).toContain(`<title>Offquad | Moving in ${where}</title>`)
    expect(html).toContain(`<meta name="description" content="1 minute to read · ${SUMMARY}">`)

    await field(admin, /^Text/).fill(TEXT.replace('Heat', 'Warmth'))
    await save(admin)
    await reader.goto(path)
    await reader.getByRole('heading', { level: 2, name: 'Warmth' }).waitFor()
    await admin.getByRole('button', { name: 'Unpublish' }).click()
    await admin.getByText(/is a draft again\.$/).waitFor()
    await expectMissing(path)
    await reader.goto(path)
    await reader.getByRole('heading', { name: 'This guide cannot be found.' }).waitFor()
    await reader.getByRole('link', { name: 'All guides' }).click()
    await reader.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
    expect(await reader.getByRole('link', { name: `Moving in ${where}` }).count()).toBe(0)

    await admin.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await admin.getByText(/^Deleted: /).waitFor()
    expect([problems, unexpected(ofReader)]).toEqual([[], []])
    await endVisit(reader)
    await endVisit(admin)
  })

  it('is printed black on white, with its address, without menus and with what is closed on the screen', async () => {
    const { page } = await openPage(viewport)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto('/guides/reading-a-lease')
    await untilTakenOver(page)

    await page.getByText(`· ${url}/guides/reading-a-lease`).waitFor()
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate((title) => {
        const { color } = getComputedStyle(title)
        return [color, getComputedStyle(document.body).backgroundColor]
      }),
    ).toEqual(['rgb(29, 27, 26)', 'rgb(255, 255, 255)'])
    await page.goto('/faq')
    await page.getByText('answers to your email address').waitFor()
    expect(await page.getByText('Link to this answer').filter({ visible: true }).count()).toBe(0)
    await endVisit(page)
  })
})
