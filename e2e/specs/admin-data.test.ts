import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ApartmentRow, type DeployState } from '@offquad/contracts'
import { endVisit, mostly, openPage } from '../src/browser'
import { createTeam } from '../src/deploys'
import { enterAs } from '../src/people'
import { sharedPlatform, waitFor } from '../src/platform'
import { reviewForm } from '../src/reviews'
import { openSignedIn } from '../src/sign-in'

const { url, dataDir } = sharedPlatform()

async function apartmentNamed(name: string): Promise<ApartmentRow | undefined> {
  const admin = await enterAs('admin@cornell.edu')
  const rows = (await admin.send('GET', '/api/admin/export/apartments'))?.body as ApartmentRow[]
  return rows.find((row) => row.name === name)
}

describe.each(mostly('desktop'))('the data that an administrator manages %s', (where, viewport) => {
  async function openAdmin(address: string) {
    const { page, problems } = await openPage(viewport)
    await openSignedIn(page, 'admin@cornell.edu', `/admin?tab=${address}`)
    return { page, problems }
  }

  it('gains an apartment that a student suggested and reviewed, which is placed on the map and can be searched at once', async () => {
    const name = `Heronry ${where === 'on a phone' ? 'Nest' : 'Hall'}`
    const student = await enterAs('finder.admin@cornell.edu')
    const suggested = { name, address: '7 Heron Way', photos: [] }
    const suggestionId = (await student.send('POST', '/api/add-pending-building', suggested))?.body
    const reviewText = 'Herons on every balcony, and walls that keep them out.'
    const review = { ...reviewForm({ aptId: null, reviewText }), suggestionId }
    let reviewId: unknown
    await waitFor('its first review', async () => {
      const written = await student.send('POST', '/api/new-review', review)
      reviewId = written?.body
      return written?.status === 201
    })
    const { page, problems } = await openAdmin('contact')
    const submission = page.getByRole('listitem').filter({ hasText: name })

    await submission.getByRole('link', { name: 'Add this place' }).click()
    await page.getByRole('heading', { name: 'Add an apartment' }).waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('7 Heron Way')
    await page.getByLabel('Rent per person, $').fill('many')
    await page.getByLabel('Bedrooms').fill('3')
    // Maps are loaded when they are near the window.
    await page.getByRole('region', { name: 'Where it is' }).scrollIntoViewIfNeeded()
    const map = page.getByRole('group', { name: /Arrow keys move the map/ })
    // Away from campus, so that it is not near any other apartment.
    for (let step = 0; step < 12; step += 1) await map.press('ArrowDown')
    await map.press('Enter')
    await page.getByText(/^42\.\d+, -76\.\d+$/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .locator('form')
      .getByText(/^Must be a number from 0/)
      .waitFor()
    await page.getByLabel('Rent per person, $').fill('1,100')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('heading', { name: /^Apartments \(/ }).waitFor()
    const suggestions = (await (
      await fetch(`${url}/api/search?q=${encodeURIComponent(name)}`)
    ).json()) as object[]
    expect(suggestions[0]).toMatchObject({ name, label: 'APARTMENT' })
    const added = await apartmentNamed(name)
    expect(added).toMatchObject({ price: 1100, numBeds: 3, numBaths: null })
    await waitFor('its travel times', async () => {
      const times = await (await fetch(`${url}/api/travel-times-by-id/${added?.id}`)).json()
      return (times as { hoPlazaWalking: number | null }).hoPlazaWalking !== null
    })
    // The submission is marked as done once it can no longer be undone.
    const admin = await enterAs('admin@cornell.edu')
    await waitFor('the submission to be done', async () => {
      const pending = (await admin.send('GET', '/api/pending-buildings/PENDING'))?.body as { name: string }[]
      return !pending.some((building) => building.name === name)
    })
    await waitFor('its review to be about it', async () => {
      const written = (await admin.send('GET', `/api/review-by-id/${String(reviewId)}`))?.body
      return (written as { aptId: string | null }).aptId === added?.id
    })
    // From the single rejected attempt.
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])
    await endVisit(page)
  })

  it('warns about possible duplicates, and keeps a draft when the page is left', async () => {
    const { page } = await openAdmin('data&kind=apartments&id=demo-3')
    await page.getByRole('heading', { name: /^Change / }).waitFor()
    const name = await page.getByLabel('Name').inputValue()
    await page.goto('/admin?tab=data&kind=apartments&id=new')
    await page.getByLabel('Name').fill(name.toUpperCase())

    await page.getByText('This may already exist:').waitFor()
    await page.reload()

    expect(await page.getByLabel('Name').inputValue()).toBe(name.toUpperCase())
    await page.getByRole('button', { name: 'Undo changes' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('')
    await endVisit(page)
  })

  it('is exported, and importing the file changes nothing', async () => {
    const { page, problems } = await openAdmin('data')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const file = path.join(path.dirname(await download.path()), download.suggestedFilename())
    await download.saveAs(file)

    await page.getByLabel('File to import').setInputFiles(file)

    const report = page.getByRole('region', { name: /^Report of apartments-/ })
    await report.waitFor()
    const counts = await report.locator('dd').allTextContents()
    expect(counts).toEqual([counts[0], '0', '0', counts[0], '0'])
    expect(Number(counts[0])).toBeGreaterThan(300)
    expect(await page.getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true)
    expect(problems).toEqual([])
    await endVisit(page)
  })

  it('is changed by an import after a preview', async () => {
    const name = `Otter Court ${where}`
    const { page } = await openAdmin('data')
    const text = `id,name,area,price\notter-${viewport.width},${name},west,900\n,No Id,west,\n`
    await page.getByLabel('File to import').setInputFiles({
      name: 'otter.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{'),
    })
    await page.getByText(/^otter\.json: /).waitFor()
    expect(await page.getByRole('region', { name: /^Report of/ }).count()).toBe(0)
    await page.getByLabel('File to import').setInputFiles({
      name: 'otter.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await page.getByText('Line 3: id is missing: give every row a unique id').waitFor()
    await page.getByText('1 of 2 rows will not be imported.').waitFor()
    expect(await apartmentNamed(name)).toBeUndefined()

    await page.getByRole('button', { name: 'Import', exact: true }).click()

    await page.getByRole('heading', { name: 'What importing otter.csv did' }).waitFor()
    expect(await apartmentNamed(name)).toMatchObject({ area: 'WEST', price: 900 })
    await endVisit(page)
  })

  it('includes the releases, where a canary is taken back with a reason that its team reads', async () => {
    const { send, deployCopy } = createTeam(sharedPlatform(), 'mfe-account')
    const version = `9.9.8-${randomUUID().slice(0, 8)}`
    await deployCopy({ version, canary: 1 })
    const { page, problems } = await openAdmin('releases')
    const canary = page.getByRole('region', { name: 'Canary of mfe-account' })

    await canary.getByText(version).waitFor()
    await canary.getByRole('button', { name: 'Take it back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take the canary of mfe-account back?' })
    await dialog.getByLabel('Reason').fill('white pages')
    await dialog.getByRole('button', { name: 'Take it back' }).click()

    await canary.waitFor({ state: 'detached' })
    const { live, bad, history } = (await (await send('GET', '')).json()) as DeployState
    expect(live?.canary).toBeUndefined()
    expect(bad[0]).toMatchObject({ version, reason: 'white pages' })
    expect(history[0]).toMatchObject({ action: 'rollback', by: 'an administrator', reason: 'white pages' })
    expect(problems).toEqual([])
    await endVisit(page)
  })
})

describe('a visitor', () => {
  it('finds no e-mail address of an administrator in any public file or page', async () => {
    const files = await readdir(path.join(dataDir, 'mf'), { recursive: true, withFileTypes: true })
    const texts = files.filter((file) => file.isFile() && /\.(js|json|html|css)$/.test(file.name))
    expect(texts.length).toBeGreaterThan(20)
    for (const { parentPath, name } of texts)
      expect(await readFile(path.join(parentPath, name), 'utf8')).not.toMatch(/admin@[\w.]+/)
    for (const page of ['/', '/admin', '/mf/registry.json'])
      expect(await (await fetch(url + page)).text()).not.toMatch(/admin@[\w.]+/)
  })
})
