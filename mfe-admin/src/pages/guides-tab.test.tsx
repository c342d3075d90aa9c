import { type FieldError, type GuideSource } from '@offquad/contracts'
import { type ApiResponses, recordBodies, recordIdempotencyKeys } from '@offquad/web-kit/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'

const GUIDE: GuideSource = {
  id: 'g1',
  slug: 'leases',
  title: 'Reading a lease',
  summary: 'Before you sign.',
  body: '## Rent',
  state: 'draft',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
}
const PATH = '/api/admin/guides/g1'
const PREVIEW = '/api/admin/guides/preview'

const open = (params: string, responses: ApiResponses) => openAdminPage(`tab=guides${params}`, responses)
const openGuide = (guide: Partial<GuideSource> = {}, responses: ApiResponses = {}) =>
  open('&id=g1', {
    [PATH]: { body: { ...GUIDE, ...guide } },
    '/api/admin/guides': { body: [{ ...GUIDE, ...guide }] },
    ...responses,
  })

const field = async (name: RegExp) => screen.findByRole('textbox', { name })
const type = async (name: RegExp, value: string) => fireEvent.change(await field(name), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

/** Makes saving fail with a conflict. */
function answerSaving(code: string, detail: string, errors?: FieldError[]): void {
  const problem = {
    type: `/problems/${code}`,
    title: 'Conflict',
    status: 409,
    detail,
    requestId: 'r',
    errors,
  }
  const response = () =>
    new Response(JSON.stringify(problem), {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    })
  const originalFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => (init?.method === 'PUT' ? response() : originalFetch(input, init))
}

describe('the Guides tab', () => {
  signInAsAdminBeforeEach()

  it('lists guides with their state and the date of their last change', async () => {
    open('', { '/api/admin/guides': { body: [{ ...GUIDE, state: 'published' }] } })

    const row = (await screen.findByRole('link', { name: 'Reading a lease' })).closest('tr')
    expect(row?.textContent).toContain('Published')
    expect(row?.textContent).toContain('Nov 20, 2026')
    expect(screen.getByRole('heading', { name: 'Guides (1)' })).toBeTruthy()
  })

  it('says when there are none', async () => {
    open('', { '/api/admin/guides': { body: [] } })

    expect(await screen.findByText('No one has written a guide yet.')).toBeTruthy()
  })

  it('adds a guide once, however often saving has to be repeated, and keeps what was typed', async () => {
    open('&id=new', { '/api/admin/guides': { status: 503 } })
    const keys = recordIdempotencyKeys('/api/admin/guides')
    const sent = recordBodies()
    await type(/^Title/, 'Qué pasa?')
    expect(await field(/^Address/)).toHaveProperty('value', 'que-pasa')

    for (const attempt of [1, 2]) {
      await press('Save')
      await waitFor(() => expect(keys).toHaveLength(attempt))
    }

    expect(keys[1]).toBe(keys[0])
    expect(sent).toContainEqual({ title: 'Qué pasa?', summary: '', body: '' })
    expect(await field(/^Title/)).toHaveProperty('value', 'Qué pasa?')
  })

  it('opens what was added, and begins the next guide with an empty form', async () => {
    open('&id=new', { '/api/admin/guides': { body: GUIDE }, [PATH]: { body: GUIDE } })
    await type(/^Title/, 'Reading a lease')
    await press('Save')

    expect(await screen.findByRole('heading', { name: 'Change Reading a lease' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy()
    expect(sessionStorage.getItem('offquad/admin/guide/new')).toBe('{}')
  })

  it('keeps what was typed when the page is left, and warns before the tab is closed', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { unmount } = openGuide()
    await field(/^Text/)
    expect(closing()).toBe(false)
    await type(/^Text/, 'Half a sentence')
    expect(closing()).toBe(true)
    unmount()
    expect(closing()).toBe(false)

    openGuide()

    await waitFor(async () => expect(await field(/^Text/)).toHaveProperty('value', 'Half a sentence'))
    await press('Undo changes')
    expect(await field(/^Text/)).toHaveProperty('value', '## Rent')
    expect(closing()).toBe(false)
  })

  it('saves all fields with the version that was read', async () => {
    openGuide()
    const sent = recordBodies()
    await type(/^Summary/, 'New.')
    await press('Save')

    expect(await screen.findByText('Reading a lease is saved.')).toBeTruthy()
    const { title, slug, body, version } = GUIDE
    expect(sent).toContainEqual({ title, slug, summary: 'New.', body, version })
  })

  it('keeps what is typed while it is being saved', async () => {
    openGuide()
    await type(/^Summary/, 'New.')
    const originalFetch = globalThis.fetch
    let answer: (response: Response) => void = () => undefined
    globalThis.fetch = (input, init) =>
      init?.method === 'PUT' ? new Promise((resolve) => (answer = resolve)) : originalFetch(input, init)
    await press('Save')
    await type(/^Text/, 'One more thought')
    expect(screen.queryByText(/Somebody else/)).toBeNull()

    answer(Response.json({ ...GUIDE, summary: 'New.', version: 4 }))

    expect(await screen.findByText('Reading a lease is saved.')).toBeTruthy()
    expect(await field(/^Text/)).toHaveProperty('value', 'One more thought')
    expect(JSON.parse(sessionStorage.getItem('offquad/admin/guide/g1') ?? '')).toEqual({
      body: 'One more thought',
      version: 4,
    })
  })

  it('shows errors beside their fields', async () => {
    openGuide()
    await type(/^Address/, 'Leases!')
    await press('Save')
    expect(await screen.findByText(/^Use lower-case letters, digits and hyphens/)).toBeTruthy()
    await type(/^Address/, 'leases-2')
    answerSaving('slug-taken', 'Another guide has this address.', [
      { field: 'slug', message: 'Another guide has this address.' },
    ])

    await press('Save')

    expect(await screen.findByText('Another guide has this address.')).toBeTruthy()
    expect((await field(/^Address/)).getAttribute('aria-invalid')).toBe('true')
  })

  describe('on a narrow screen with its preview open', () => {
    beforeEach(() =>
      jest.spyOn(window, 'matchMedia').mockImplementation(
        (query) =>
          ({
            matches: query === '(max-width: 960px)',
            addEventListener: () => undefined,
            removeEventListener: () => undefined,
          }) as unknown as MediaQueryList,
      ),
    )
    afterEach(() => jest.restoreAllMocks())
    const showPreview = () => fireEvent.click(screen.getByRole('radio', { name: 'Preview' }))

    it.each([
      { what: 'finds here', value: 'Leases!', message: /^Use lower-case letters/ },
      { what: 'learns of', value: 'leases-2', message: 'Another guide has this address.' },
    ])('goes to the field with an error that it $what', async ({ value, message }) => {
      openGuide()
      await type(/^Address/, value)
      answerSaving('slug-taken', 'Another guide has this address.', [
        { field: 'slug', message: 'Another guide has this address.' },
      ])

      // The second attempt fails, too.
      for (let attempt = 1; attempt <= 2; attempt++) {
        showPreview()
        expect(screen.queryByRole('textbox')).toBeNull()
        await press('Save')
        expect(await screen.findByText(message)).toBeTruthy()
        const address = await field(/^Address/)
        await waitFor(() => expect(document.activeElement).toBe(address))
      }
    })

    it('stays at the preview when it is saved', async () => {
      openGuide()
      await type(/^Summary/, 'New.')
      showPreview()

      await press('Save')

      expect(await screen.findByText('Reading a lease is saved.')).toBeTruthy()
      expect(screen.getByRole('radio', { name: 'Preview' })).toHaveProperty('checked', true)
    })
  })

  it('shows what another administrator has saved meanwhile, and lets either text win', async () => {
    sessionStorage.setItem('offquad/admin/guide/g1', JSON.stringify({ body: 'Mine.', version: 2 }))
    const { unmount } = openGuide({ body: 'Theirs.' })

    expect(await screen.findByText(/Somebody else has changed this guide since you began/)).toBeTruthy()
    expect(await field(/^Text/)).toHaveProperty('value', 'Mine.')
    const details = screen.getByText('Their version').closest('details')
    if (!details) throw new Error('not in a disclosure')
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await within(details).findByText(/Theirs\./)).toBeTruthy()
    const sent = recordBodies()
    await press('Save')
    await screen.findByText('Reading a lease is saved.')
    expect(sent).toContainEqual(expect.objectContaining({ body: 'Mine.', version: 3 }))
    unmount()

    sessionStorage.setItem('offquad/admin/guide/g1', JSON.stringify({ body: 'Mine.', version: 2 }))
    openGuide({ body: 'Theirs.' })
    await press('discard yours')
    expect(await field(/^Text/)).toHaveProperty('value', 'Theirs.')
    expect(screen.queryByText(/Somebody else has changed/)).toBeNull()
  })

  it('loads the other version when saving shows that there is one', async () => {
    const { calls } = openGuide()
    await type(/^Text/, 'Mine.')
    const read = () => calls.filter((call) => call.includes(PATH)).length
    const before = read()
    answerSaving('guide-changed', 'Somebody else has changed this guide since you opened it.')

    await press('Save')

    expect(await screen.findByText('Somebody else has changed this guide since you opened it.')).toBeTruthy()
    await waitFor(() => expect(read()).toBeGreaterThan(before))
    expect(await field(/^Text/)).toHaveProperty('value', 'Mine.')
  })

  it('says that the guide was deleted meanwhile, and saves it anew', async () => {
    const added = { ...GUIDE, id: 'g2', summary: 'Mine.' }
    sessionStorage.setItem('offquad/admin/guide/g1', JSON.stringify({ version: 2 }))
    openGuide({}, { '/api/admin/guides': { body: added }, '/api/admin/guides/g2': { body: added } })
    await type(/^Summary/, 'Mine.')
    const originalFetch = globalThis.fetch
    globalThis.fetch = async (input, init) =>
      init?.method === 'PUT' ? new Response(null, { status: 404 }) : originalFetch(input, init)
    await press('Save')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Another administrator has deleted/)
    expect(screen.queryByText(/Somebody else has changed/)).toBeNull()
    const sent = recordBodies()
    await press('Save')

    expect(await screen.findByText('Reading a lease is saved.')).toBeTruthy()
    const { title, slug, body } = GUIDE
    expect(sent).toContainEqual({ title, slug, summary: 'Mine.', body })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('publishes what is saved, whose address then stays', async () => {
    const { unmount } = openGuide({}, { [`${PATH}/state`]: { body: { ...GUIDE, state: 'published' } } })
    const sent = recordBodies()
    await press('Publish')
    expect(await screen.findByText('Reading a lease is published.')).toBeTruthy()
    expect(sent).toContainEqual({ version: 3, state: 'published' })
    await type(/^Text/, 'More.')
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
    unmount()
    sessionStorage.clear()

    openGuide({ state: 'published' })
    expect(await screen.findByRole('button', { name: 'Unpublish' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /^Address/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'See its page' }).getAttribute('href')).toBe('/guides/leases')
  })

  it('asks before it deletes, and can undo it', async () => {
    const { calls } = openGuide({ state: 'published' })
    await press('Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this guide?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText('Deleted: Reading a lease')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Reading a lease' })).toBeNull())
    await press('Undo')

    expect(await screen.findByRole('link', { name: 'Reading a lease' })).toBeTruthy()
    expect(calls.filter((call) => call.includes('/delete'))).toEqual([])
  })

  it('says when the preview cannot be loaded, and writing goes on', async () => {
    openGuide({}, { [PREVIEW]: { status: 503 } })

    expect(await screen.findByText('The preview cannot be loaded right now.')).toBeTruthy()
    expect(await field(/^Text/)).toHaveProperty('value', '## Rent')
  })
})
