import { type BrowserContext, type Page } from 'playwright-core'
import { type Random } from '@offquad/service-kit/testing/random'
import { DESKTOP, leaveClosedOverlays, PHONE, sharedBrowser } from '../browser'
import { sharedPlatform } from '../platform'
import { chooseAll, goOnTo, submitReview } from '../reviews'
import { openSignedIn } from '../sign-in'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy'

export const ADDRESS = '/apartment/demo-1'

/** Longer than anything takes that the network does not hold up, and short enough for hundreds of sequences. */
const PATIENCE_MS = 1_200

/** A browser of the student: its tabs share what is stored there. */
export interface Device {
  name: 'laptop' | 'phone'
  context: BrowserContext
  proxy: FaultyProxy
  /** The last text that the student typed, by the key of the draft; questions have a key of their own. */
  typed: Map<string, string>
  /** Success messages that were shown. */
  toasts: string[]
  /** Errors that no part of the pages has caught. */
  errors: string[]
}

export interface Student {
  devices: Device[]
  log: string[]
  /** Another text with every call. */
  nextText: () => string
}

export async function openDevice(name: Device['name']): Promise<Device> {
  const proxy = await startFaultyProxy()
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: name === 'phone' ? PHONE : DESKTOP,
    baseURL: sharedPlatform().url,
    reducedMotion: 'reduce',
    proxy: { server: proxy.url },
  })
  const device: Device = { name, context, proxy, typed: new Map(), toasts: [], errors: [] }
  await context.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const toast of [node, ...node.querySelectorAll('*')])
              if (toast.matches('.offquad-toast-success'))
                // eslint-disable-next-line no-console -- how a page tells a test
                console.debug(`toast: ${toast.textContent}`)
    }).observe(document, { childList: true, subtree: true })
  })
  context.on('console', (message) => {
    const [, toast] = /^toast: (.*)$/.exec(message.text()) ?? []
    if (toast !== undefined) device.toasts.push(toast)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    // Errors of this test's scripts on the browser's own page for one that could not be loaded.
    if (!message.includes('Access is denied for this document')) device.errors.push(message)
  })
  return device
}

/** From now on its network is bad, and the student waits for nothing. */
export function breakDown({ name, proxy, context }: Device, seed: number): void {
  proxy.breakDown(`${seed} ${name}`)
  context.setDefaultTimeout(PATIENCE_MS)
}

/** Resolves when its network is as good as ever. */
export async function heal({ proxy, context }: Device): Promise<void> {
  context.setDefaultTimeout(30_000)
  await context.setOffline(false)
  await proxy.heal()
}

/** Begins anew on a device, as another student, with so many tabs. */
export async function beginOn(device: Device, email: string, tabs: number): Promise<void> {
  const { context } = device
  await heal(device)
  await Promise.all(context.pages().map((page) => page.close()))
  await context.setStorageState({ cookies: [], origins: [] })
  device.typed.clear()
  device.toasts.length = 0
  device.errors.length = 0
  await openSignedIn(await context.newPage(), email, ADDRESS)
  for (let tab = 1; tab < tabs; tab += 1) await (await context.newPage()).goto(ADDRESS)
  for (const page of context.pages())
    await page
      .getByRole('button', { name: /^Saved?: / })
      .first()
      .waitFor()
}

type Action = (page: Page, device: Device, student: Student) => Promise<unknown>

const dialogOf = (page: Page) => page.getByRole('dialog')
const textBox = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^Your review/ })
const message = (page: Page) => dialogOf(page).getByRole('textbox', { name: /^Message/ })

async function closeDialog(page: Page): Promise<void> {
  if (await dialogOf(page).isVisible()) await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })
  await leaveClosedOverlays(page)
}

/** Opens a form unless it is open; goes on with what was typed there before. */
async function openForm(page: Page, button: string, box = textBox(page)): Promise<void> {
  if (!(await box.isVisible())) {
    await closeDialog(page)
    await page.getByRole('button', { name: button, exact: true }).first().click()
  }
  const adopt = dialogOf(page).getByRole('button', { name: 'Continue with it' })
  const next = dialogOf(page).getByRole('button', { name: 'Next', exact: true })
  await box.or(adopt).or(next).first().waitFor()
  if (await adopt.isVisible()) await adopt.click()
  await goOnTo(page, box)
}

/** Where what was typed is stored in this browser: nothing typed may be only on the screen. */
const keyOf = (page: Page, text: string) =>
  page.evaluate(
    (wanted) => Object.keys(localStorage).find((key) => localStorage.getItem(key)?.includes(wanted)),
    text,
  )

async function type(page: Page, { device, student, box = textBox(page) }: Typing): Promise<void> {
  const text = student.nextText()
  await box.fill(text)
  const key = await keyOf(page, text)
  if (key === undefined) {
    // Another tab may have sent or discarded the draft in this moment, which closes the form.
    if (await box.isVisible()) throw new Error(`"${text}" was typed and is stored nowhere`)
    return
  }
  device.typed.set(key, text)
  student.log.push(`  typed "${text}" into ${key}`)
}

interface Typing {
  device: Device
  student: Student
  box?: ReturnType<typeof textBox>
}

const write: Action = async (page, device, student) => {
  await openForm(page, 'Leave a Review')
  await chooseAll(page)
  await type(page, { device, student })
}
const edit: Action = async (page, device, student) => {
  await openForm(page, 'Edit')
  await chooseAll(page)
  await type(page, { device, student })
}
const ask: Action = async (page, device, student) => {
  if (!(await message(page).isVisible())) {
    await closeDialog(page)
    await page.getByRole('button', { name: 'Contact Us!' }).click()
    await dialogOf(page)
      .getByRole('button', { name: /Ask us a question/ })
      .click()
  }
  await type(page, { device, student, box: message(page) })
}
const andSubmit =
  (fill: Action): Action =>
  async (page, device, student) => {
    await fill(page, device, student)
    await submitReview(page)
  }

interface Option {
  /** Relative frequency with which it is chosen. */
  weight: number
  /** The button without which it is impossible. */
  button?: string | RegExp
  act: Action
}

const OPTIONS: Record<string, Option> = {
  write: { weight: 2, button: 'Leave a Review', act: write },
  'write and submit': { weight: 4, button: 'Leave a Review', act: andSubmit(write) },
  edit: { weight: 1, button: 'Edit', act: edit },
  'edit and submit': { weight: 4, button: 'Edit', act: andSubmit(edit) },
  delete: {
    weight: 1,
    button: 'Delete',
    async act(page) {
      await closeDialog(page)
      await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
      await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
    },
  },
  'ask a question': { weight: 1, act: ask },
  'ask and submit': { weight: 2, act: andSubmit(ask) },
  'abandon a form': { weight: 2, button: 'Close', act: closeDialog },
  discard: {
    weight: 1,
    button: 'Discard it',
    async act(page, device) {
      await dialogOf(page).getByRole('button', { name: 'Discard it' }).click()
      for (const key of device.typed.keys()) {
        const isStored = await page.evaluate((name) => localStorage.getItem(name) !== null, key)
        if (!isStored) device.typed.delete(key)
      }
    },
  },
  like: {
    weight: 2,
    button: /^Helpful/,
    async act(page) {
      await closeDialog(page)
      await page
        .getByRole('button', { name: /^Helpful/ })
        .first()
        .click()
    },
  },
  bookmark: {
    weight: 2,
    button: /^Saved?: /,
    async act(page) {
      await closeDialog(page)
      await page
        .getByRole('button', { name: /^Saved?: / })
        .first()
        .click()
    },
  },
  report: {
    weight: 1,
    button: 'Report Abuse',
    async act(page, _device, student) {
      await closeDialog(page)
      await page.getByRole('button', { name: 'Report Abuse' }).first().click()
      await dialogOf(page).getByRole('textbox').fill(student.nextText())
      await dialogOf(page).getByRole('button', { name: 'Report' }).click()
    },
  },
  'go offline': { weight: 2, act: (page) => page.context().setOffline(true) },
  'go online': { weight: 3, act: (page) => page.context().setOffline(false) },
  reload: { weight: 2, act: (page) => page.reload({ waitUntil: 'domcontentloaded' }) },
  'close the tab': { weight: 1, act: (page) => page.close() },
  'return to the tab': { weight: 1, act: (page) => page.bringToFront() },
}
const NAMES = Object.entries(OPTIONS).flatMap(([name, { weight }]) => Array<string>(weight).fill(name))

/** Whether this only means that the bad network, or another tab, was in the way. */
const isInTheWay = (error: Error) =>
  /timeout|net::ERR|has been closed|interrupted|execution context|detached|not attached/i.test(error.message)

/** One thing that the student does on a device, as far as its network allows. */
export async function actOn(device: Device, student: Student, random: Random): Promise<void> {
  const pages = device.context.pages()
  const isNew = pages.length === 0 || random.chance(0.1)
  const page = isNew ? await device.context.newPage() : random.pick(pages)
  const where = `${device.name} ${device.context.pages().indexOf(page) + 1}`
  let name = 'open the page'
  try {
    if (!page.url().startsWith('http')) await page.goto(ADDRESS, { waitUntil: 'domcontentloaded' })
    for (;;) {
      name = random.pick(NAMES)
      const { button, act } = OPTIONS[name] ?? {}
      if (button && (await page.getByRole('button', { name: button, exact: true }).count()) === 0) continue
      student.log.push(`${where}: ${name}`)
      await act?.(page, device, student)
      return
    }
  } catch (error) {
    if (!(error instanceof Error) || !isInTheWay(error)) throw error
    student.log.push(`  ${where}, ${name}: ${error.message.split('\n')[0]}`)
  }
}
