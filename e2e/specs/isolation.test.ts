import { type Page } from 'playwright-core'
import { openPage } from '../src/browser'
import { reviewForm } from '../src/reviews'
import {
  type DevelopmentServer,
  type NewSlice,
  startDevelopmentServer,
  writeNewSlice,
} from '../src/slice-under-development'

/** Used only in the slice's styles. */
const COLOR = 'rgb(1, 2, 3)'
const OTHER_COLOR = 'rgb(4, 5, 6)'

const REMOTE_JSON = {
  name: 'hello',
  routes: [{ path: '/hello', title: 'Hello' }],
  slots: [],
  navigation: [{ label: 'Hello', path: '/hello', menu: 'main', order: 400, audience: 'anyone' }],
}

const REVIEW = {
  ...reviewForm({ aptId: 'demo-4', reviewText: 'Quiet building, decent people.' }),
  id: 'r1',
  date: '2021-04-10T00:00:00.000Z',
  likes: 2,
  status: 'APPROVED',
}

const FILES = {
  'remote.json': JSON.stringify(REMOTE_JSON),
  'src/remote.tsx': `import { defineRemote } from '@offquad/web-kit'
import { HelloPage } from './hello-page'

export const remote = defineRemote({ routes: [{ path: '/hello', element: <HelloPage /> }] })
`,
  'src/hello-page.tsx': `import './hello.css'
import { reviewListSlot } from '@offquad/contracts'
import { Button, Dialog, SearchChoice } from '@offquad/ui'
import { Slot } from '@offquad/web-kit'
import { useState } from 'react'

const OPTIONS = [{ value: 'new', label: 'Newest' }, { value: 'old', label: 'Oldest' }]

export function HelloPage() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <h1>Hello, Quad</h1>
      <SearchChoice
        label="Sort by"
        value="new"
        options={OPTIONS}
        placeholder=""
        onSearch={() => undefined}
        onChange={() => undefined}
      />
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog title="A dialog" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p className="hello-dialog">Inside the dialog</p>
      </Dialog>
      <Slot contract={reviewListSlot} label="Reviews" props={{ reviews: [${JSON.stringify(REVIEW)}] }} />
    </>
  )
}
`,
  'src/hello.css': `h1 { color: ${COLOR} !important; }
* { outline-color: ${COLOR} !important; }
`,
}

/** The apps whose elements the slice's styles apply to; null is the shell. */
const appsReached = (page: Page) =>
  page.evaluate((color) => {
    const reached = [...document.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).outlineColor === color,
    )
    return [
      ...new Set(reached.map((element) => element.closest('[data-app]')?.getAttribute('data-app') ?? null)),
    ]
  }, COLOR)

const colorOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).color)

const outlineColorOf = (page: Page, text: string) =>
  page
    .getByText(text, { exact: true })
    .last()
    .evaluate((element) => getComputedStyle(element).outlineColor)

describe('an unpublished slice', () => {
  let slice: NewSlice
  let server: DevelopmentServer
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    slice = await writeNewSlice('hello', FILES)
    server = await startDevelopmentServer(slice.folder)
    ;({ page, problems } = await openPage())
  })
  afterAll(async () => {
    await server.close()
    await slice.remove()
  })

  it('appears on its developer’s pages, with its own route and a link in the header', async () => {
    await page.goto(`/hello?mf.hello=${encodeURIComponent(server.manifest)}`)
    await page.getByRole('button', { name: 'Load' }).click()

    await page.getByRole('heading', { level: 1, name: 'Hello, Quad' }).waitFor()
    expect(await page.title()).toContain('Hello')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hello' }).waitFor()
    await page.getByText(REVIEW.reviewText).waitFor()
    // The gateway does not know the route, so the first response is a 404.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })

  it('styles only what it renders and opens, even with !important', async () => {
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Inside the dialog').waitFor()
    expect(await outlineColorOf(page, 'Inside the dialog')).toBe(COLOR)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByText('Oldest', { exact: true }).last().waitFor()

    expect(await outlineColorOf(page, 'Oldest')).toBe(COLOR)
    expect(await colorOf(page, 'main h1')).toBe(COLOR)
    expect(await outlineColorOf(page, REVIEW.reviewText)).not.toBe(COLOR)
    expect(await appsReached(page)).toEqual(['mfe-hello'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'FAQ' }).click()
    await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor()
    expect(await colorOf(page, 'main h1')).not.toBe(COLOR)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Hello, Quad' }).waitFor()
  })

  it('applies changed code and styles without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))

    await slice.change('src/hello-page.tsx', 'Hello, Quad', 'Hello again')
    await page.getByRole('heading', { level: 1, name: 'Hello again' }).waitFor()
    await slice.change('src/hello.css', `h1 { color: ${COLOR}`, `h1 { color: ${OTHER_COLOR}`)
    await page.waitForFunction(
      (color) => getComputedStyle(document.querySelector('main h1') as Element).color === color,
      OTHER_COLOR,
    )

    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('reloads the page when its remote.json changes, however slowly that is written', async () => {
    await slice.change('remote.json', '"label":"Hello"', '"label":"Greeting"', 200)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Greeting' }).waitFor()
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false)
  })
})
