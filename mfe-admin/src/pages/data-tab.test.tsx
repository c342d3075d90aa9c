import { ToastHost } from '@offquad/ui'
import {
  type ApiResponses,
  buildApartment,
  buildListing,
  recordBodies,
  recordIdempotencyKeys,
  renderApp,
} from '@offquad/web-kit/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link, useLocation } from 'react-router-dom'
import { openAdminPage, signInAsAdminBeforeEach } from '../testing/open-admin-page'
import { AdminPage } from './admin-page'

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const open = (params: string, responses: ApiResponses) => openAdminPage(`tab=data&${params}`, responses)
/** Without it a test could end while the map of a form opens. */
const mapIsOpen = () => screen.findByRole('button', { name: 'Zoom in' })

describe('the Data tab', () => {
  signInAsAdminBeforeEach()

  it('lists apartments with their area, landlord, rent and reviews', async () => {
    open('kind=apartments', {
      '/api/search-with-query-and-filters/count': { body: { count: 2 } },
      '/api/search-with-query-and-filters?sortBy=originalOrder&offset=0&size=20': {
        body: [buildListing(), buildListing({ id: '8', name: 'Tern House', price: null }, { numReviews: 0 })],
      },
    })

    const texts = (await screen.findAllByRole('row')).map(({ children }) =>
      Array.from(children, ({ textContent }) => textContent),
    )

    expect(texts).toEqual([
      ['Name', 'Address', 'Area', 'Landlord', 'Rent', 'Reviews'],
      ['Gull House', '1 Gull Lane', 'West', 'Gull Homes', '$1,250', '★ 4.3 (4)'],
      ['Tern House', '1 Gull Lane', 'West', 'Gull Homes', '–', '–'],
    ])
  })

  it('sends only the changed fields of an apartment, warns before they are lost, and shows errors beside their fields', async () => {
    const path = '/api/admin/apartments/a1'
    open('kind=apartments&id=a1', {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', name: 'The Mill' })] },
      [path]: { status: 400, errors: [{ field: 'price', message: 'Must be a number.' }] },
    })
    const sent = recordBodies()
    const price = await screen.findByLabelText<HTMLInputElement>('Rent per person, $')

    fireEvent.change(price, { target: { value: 'much' } })
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    save()

    expect(await screen.findByText('Must be a number.')).toBeTruthy()
    expect(sent).toEqual([{ price: 'much', read: { price: '1250' } }])
    expect(price.getAttribute('aria-invalid')).toBe('true')
    expect(price.value).toBe('much')
  })

  it.each(['/place', '/admin?tab=data&kind=apartments&id=a2'])(
    'leaves an administrator alone who has gone on to %s before it is saved, and keeps no draft',
    async (next) => {
      const CurrentUrl = () => {
        const { pathname, search } = useLocation()
        return <p>{`URL:${pathname}${search}`}</p>
      }
      const around = (
        <>
          <Link to={next}>Go on</Link>
          <CurrentUrl />
          <ToastHost />
        </>
      )
      const admin = (
        <>
          {around}
          <AdminPage />
        </>
      )
      const responses: ApiResponses = {
        '/api/apts/a1': { body: [buildApartment({ id: 'a1', name: 'The Mill' })] },
        '/api/apts/a2': { body: [buildApartment({ id: 'a2', name: 'The Kiln' })] },
      }
      let answer = (): void => undefined
      renderApp(null, {
        url: '/admin?tab=data&kind=apartments&id=a1',
        responses,
        routes() {
          const mocked = globalThis.fetch
          globalThis.fetch = (input, init) => {
            if (input === '/api/admin/apartments/a1')
              return new Promise((resolve) => (answer = () => resolve(Response.json(buildApartment()))))
            // A form is done once all data on the page is read again.
            return String(input) in responses
              ? mocked(input, init)
              : Promise.resolve(Response.json({ title: 'Not found' }, { status: 404 }))
          }
          return [
            { path: '/admin', element: admin },
            { path: '*', element: around },
          ]
        },
      })
      const price = await screen.findByLabelText('Rent per person, $')

      fireEvent.change(price, { target: { value: '950' } })
      save()
      fireEvent.click(screen.getByRole('link', { name: 'Go on' }))
      await screen.findByText(`URL:${next}`)
      answer()

      await screen.findByText('The Mill is saved.')
      expect(screen.getByText(`URL:${next}`)).toBeTruthy()
      expect(sessionStorage.getItem('offquad/admin/apartment/a1')).toBe('{}')
    },
  )

  it.each([
    ['a1', '/api/admin/apartments/a1'],
    ['new', '/api/admin/apartments'],
  ])('keeps what is typed while apartment %s is being saved', async (id, path) => {
    const apartment = buildApartment({ id: 'a1', name: 'The Mill' })
    open(`kind=apartments&id=${id}`, {})
    let answer: (() => void) | undefined
    globalThis.fetch = async (input) => {
      if (input === path) return new Promise((resolve) => (answer = () => resolve(Response.json(apartment))))
      return input === '/api/apts/a1' ? Response.json([apartment]) : Response.json({}, { status: 404 })
    }
    fireEvent.change(await screen.findByLabelText('Rent per person, $'), { target: { value: '950' } })
    save()
    await waitFor(() => expect(answer).toBeDefined())
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: '99 New Street' } })

    await act(async () => answer?.())

    expect(await screen.findByText(/is saved/)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: /^Change .*The Mill/ })).toBeTruthy()
    expect(await screen.findByDisplayValue('99 New Street')).toBeTruthy()
    expect(sessionStorage.getItem('offquad/admin/apartment/a1')).toBe('{"address":"99 New Street"}')
  })

  it('edits room types and amenities, and shows errors in their rows', async () => {
    const path = '/api/admin/apartments/a1'
    open('kind=apartments&id=a1', {
      '/api/apts/a1': {
        body: [
          buildApartment({
            id: 'a1',
            amenities: ['pets'],
            roomTypes: [{ beds: 1, baths: 1, rent: 950, availableFrom: '2027-08-01' }],
          }),
        ],
      },
      [path]: {
        status: 400,
        errors: [{ field: 'roomTypes.1.rent', message: 'Must be a whole number.' }],
      },
    })
    const sent = recordBodies()
    await screen.findByRole('group', { name: 'Room type 1' })
    expect(screen.queryByLabelText('Bedrooms')).toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'Add a room type' }))
    const row = within(screen.getByRole('group', { name: 'Room type 2' }))
    expect(document.activeElement).toBe(row.getByLabelText(/^Beds/))
    fireEvent.change(row.getByLabelText(/^Beds/), { target: { value: '2' } })
    fireEvent.change(row.getByLabelText(/^Rent/), { target: { value: 'much' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Laundry' }))
    save()

    expect(await row.findByText('Must be a whole number.')).toBeTruthy()
    expect(document.activeElement).toBe(row.getByLabelText(/^Rent/))
    expect(row.getByLabelText(/^Rent/)).toHaveProperty('value', 'much')
    const unlisted = { availableFrom: '', leaseMonths: '', squareFeet: '' }
    expect(sent).toEqual([
      {
        amenities: ['pets', 'laundry'],
        roomTypes: [
          { ...unlisted, beds: '1', baths: '1', rent: '950', availableFrom: '2027-08-01' },
          { ...unlisted, beds: '2', baths: '', rent: 'much' },
        ],
        read: {
          amenities: ['pets'],
          roomTypes: [{ ...unlisted, beds: '1', baths: '1', rent: '950', availableFrom: '2027-08-01' }],
        },
      },
    ])
  })

  it('shows the older fields again once the last room type is removed', async () => {
    open('kind=apartments&id=a1', {
      '/api/apts/a1': {
        body: [buildApartment({ id: 'a1', roomTypes: [{ beds: 2, baths: 1, rent: 1250 }] })],
      },
    })

    await mapIsOpen()
    fireEvent.click(screen.getByRole('button', { name: 'Remove room type 1' }))

    expect(screen.getByLabelText('Bedrooms')).toHaveProperty('value', '2')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a room type' }))
  })

  it.each([
    { kind: 'apartments', path: '/api/admin/apartments' },
    { kind: 'landlords', path: '/api/admin/landlords' },
  ])('adds to the $kind once, however often saving has to be repeated', async ({ kind, path }) => {
    open(`kind=${kind}&id=new`, { [path]: { status: 503 } })
    const keys = recordIdempotencyKeys(path)
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'The Mill' } })

    for (const attempt of [1, 2]) {
      save()
      await waitFor(() => expect(keys).toHaveLength(attempt))
    }

    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('shows why pictures of imported listings are missing and retries them', async () => {
    const source = 'https://pictures.example/house.jpg'
    const listings = [{ label: 'APARTMENT', id: '7', name: 'The Mill' }]
    open('kind=pictures', {
      '/api/admin/missing-pictures?size=20': {
        body: {
          items: [
            { source, state: 'failed', reason: 'Its server responded with 404.', listings },
            { source: `${source}?2`, state: 'waiting', listings: [] },
          ],
          total: 2,
        },
      },
      '/api/admin/missing-pictures/retry': { body: { queued: 1 } },
    })

    expect(await screen.findByRole('heading', { name: 'Missing pictures (2)' })).toBeTruthy()
    expect(screen.getByText('Its server responded with 404.')).toBeTruthy()
    expect(screen.getByText('It will be fetched soon.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'The Mill' }).getAttribute('href')).toMatch(
      /kind=apartments.*id=7/,
    )
    fireEvent.click(screen.getByRole('button', { name: `Fetch again: ${source}` }))
    expect(await screen.findByText('1 picture will be fetched.')).toBeTruthy()
  })

  describe('apartments that are not on the map', () => {
    const LIST = '/api/admin/unplaced-apartments?size=20'
    const unplaced = (id: string, changes: object = {}) => ({
      id,
      name: `House ${id}`,
      address: `${id} Oak St`,
      area: 'WEST',
      problem: 'not-found',
      ...changes,
    })
    const page = (items: object[], changes: object = {}) => ({
      body: { items, total: items.length, geocoder: { provider: 'nominatim' }, ...changes },
    })

    it('shows the reason for each, pages through them, and geocodes one or all again', async () => {
      const { calls } = open('kind=unplaced', {
        [LIST]: page(
          [
            unplaced('1'),
            unplaced('2', { problem: 'no-address', address: '' }),
            unplaced('4', { problem: 'new-problem' }),
          ],
          {
            total: 22,
            next: 'abc',
          },
        ),
        '/api/admin/unplaced-apartments?cursor=abc&size=20': page([unplaced('3')], { total: 22 }),
        '/api/admin/unplaced-apartments/retry': { body: { queued: 1 } },
      })
      expect(await screen.findByRole('heading', { name: 'Not on the map (22)' })).toBeTruthy()
      expect(screen.getByText('No place was found for its address.')).toBeTruthy()
      expect(screen.getByText('It has no address.')).toBeTruthy()
      expect(screen.getByText('It is not on the map: new-problem.')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Look up again: House 2' })).toBeNull()
      const sent = recordBodies()

      fireEvent.click(screen.getByRole('button', { name: 'Look up again: House 1' }))
      expect(await screen.findByText('1 address will be looked up.')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Look all of them up again' }))
      await waitFor(() => expect(sent).toEqual([{ apartmentIds: ['1'] }, {}]))
      expect(calls.filter((path) => path === LIST).length).toBeGreaterThan(1)

      fireEvent.click(screen.getByRole('link', { name: 'Next' }))
      expect(await screen.findByText('House 3')).toBeTruthy()
    })

    it('says that there are none, that no geocoder is configured, or why it is paused', async () => {
      const none = open('kind=unplaced', { [LIST]: page([]) })
      expect(await screen.findByText('Every apartment is on the map.')).toBeTruthy()
      none.unmount()

      const { unmount } = open('kind=unplaced', {
        [LIST]: page([unplaced('1', { problem: 'no-geocoder' })], { geocoder: { provider: 'none' } }),
      })
      expect(await screen.findByText(/No geocoder is configured/)).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Look/ })).toBeNull()
      unmount()

      open('kind=unplaced', {
        [LIST]: page([unplaced('1', { problem: 'waiting' })], {
          geocoder: {
            provider: 'google',
            pausedUntil: '2027-01-01T00:00:00.000Z',
            pauseReason: 'The key is not valid.',
          },
        }),
      })
      expect(await screen.findByText(/The key is not valid\./)).toBeTruthy()
    })

    it('places an apartment by typed coordinates and opens the next one', async () => {
      open('kind=unplaced&id=1', {
        [LIST]: page([unplaced('1'), unplaced('2')]),
        '/api/apts/1': {
          body: [buildApartment({ id: '1', name: 'House 1', latitude: null, longitude: null })],
        },
        '/api/apts/2': { body: [buildApartment({ id: '2', name: 'House 2', latitude: null })] },
        '/api/admin/apartments/1': { body: buildApartment({ id: '1' }) },
      })
      const latitude = await screen.findByLabelText('Latitude')
      const sent = recordBodies()

      fireEvent.click(screen.getByRole('button', { name: 'Save and go to the next' }))
      expect(await screen.findByText(/^Type a latitude from -90 to 90/)).toBeTruthy()
      expect(document.activeElement).toBe(latitude)
      fireEvent.change(latitude, { target: { value: '42.44' } })
      fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '-76.48' } })
      expect(screen.getByText('42.44000, -76.48000')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Save and go to the next' }))

      // The toast first, because it disappears again.
      expect(await screen.findByText('House 1 is on the map.')).toBeTruthy()
      expect(await screen.findByRole('heading', { name: 'Place House 2 on the map' })).toBeTruthy()
      await mapIsOpen()
      expect(sent).toEqual([
        { latitude: '42.44', longitude: '-76.48', read: { latitude: '', longitude: '' } },
      ])
    })

    it('takes both coordinates as a map copies them', async () => {
      open('kind=unplaced&id=1', {
        [LIST]: page([unplaced('1')]),
        '/api/apts/1': { body: [buildApartment({ id: '1', latitude: null, longitude: null })] },
        '/api/admin/apartments/1': { body: buildApartment({ id: '1' }) },
      })
      const latitude = await screen.findByLabelText('Latitude')
      const sent = recordBodies()

      // As they are typed, key by key.
      for (const value of ['42.4412, -76', '42.4412, -76.', '42.4412, -76.4', '42.4412, -76.48'])
        fireEvent.change(latitude, { target: { value } })
      expect(latitude).toHaveProperty('value', '42.4412, -76.48')
      expect(screen.getByText('42.44120, -76.48000')).toBeTruthy()
      fireEvent.blur(latitude)

      expect(latitude).toHaveProperty('value', '42.4412')
      expect(screen.getByLabelText('Longitude')).toHaveProperty('value', '-76.48')
      save()
      await waitFor(() => expect(sent).toMatchObject([{ latitude: '42.4412', longitude: '-76.48' }]))
    })

    it.each(['42,44', '142.44, 7.5', '42.44, -76.48, 12.5'])('splits no other text: %s', async (value) => {
      open('kind=unplaced&id=1', {
        [LIST]: page([unplaced('1')]),
        '/api/apts/1': { body: [buildApartment({ id: '1', latitude: null, longitude: null })] },
      })
      await mapIsOpen()
      const latitude = screen.getByLabelText('Latitude')

      fireEvent.change(latitude, { target: { value } })
      fireEvent.blur(latitude)

      expect(latitude).toHaveProperty('value', value)
      expect(screen.getByLabelText('Longitude')).toHaveProperty('value', '')
    })

    it('says where somebody else has placed an apartment meanwhile, and moves it when it is saved again', async () => {
      const message = 'Somebody else has changed this: it is 42.5 now.'
      open('kind=unplaced&id=1', {
        [LIST]: page([unplaced('1')]),
        '/api/apts/1': { body: [buildApartment({ id: '1', latitude: null, longitude: null })] },
        '/api/admin/apartments/1': {
          status: 409,
          code: 'place-changed',
          errors: [{ field: 'latitude', message }],
        },
      })
      const sent = recordBodies()
      const typed = { latitude: '42.44', longitude: '-76.48' }
      fireEvent.change(await screen.findByLabelText('Latitude'), { target: { value: typed.latitude } })
      fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: typed.longitude } })

      save()
      expect(await screen.findByText(message)).toBeTruthy()
      save()

      await waitFor(() =>
        expect(sent).toEqual([
          { ...typed, read: { latitude: '', longitude: '' } },
          { ...typed, read: {} },
        ]),
      )
    })

    it('suggests the nearest geocoding result and shows a validation error of the service', async () => {
      const suggestion = { latitude: 42.5, longitude: -76.5, label: 'Oak Street' }
      open('kind=unplaced&id=1', {
        [LIST]: page([unplaced('1', { problem: 'imprecise', suggestion })]),
        '/api/apts/1': { body: [buildApartment({ id: '1', latitude: null })] },
        '/api/admin/apartments/1': {
          status: 400,
          errors: [{ field: 'latitude and longitude', message: 'Must be on land.' }],
        },
      })

      fireEvent.click(await screen.findByRole('button', { name: 'Put the pin there' }))
      expect((screen.getByLabelText('Latitude') as HTMLInputElement).value).toBe('42.5')
      save()

      expect(await screen.findByText('Must be on land.')).toBeTruthy()
    })
  })

  describe('with a place that a student suggested', () => {
    const SUGGESTED = {
      id: 's1',
      date: '2026-11-20T10:00:00.000Z',
      name: 'The Brickworks',
      address: '1 Kiln Lane',
      photos: [],
      userId: 'u1',
      status: 'PENDING' as const,
    }
    const completed = (aptId: string) => `/api/update-pending-building-status/s1/COMPLETED?aptId=${aptId}`
    const responses: ApiResponses = {
      '/api/pending-buildings/PENDING': { body: [SUGGESTED] },
      '/api/admin/similar-places?label=APARTMENT&name=The+Brickworks&address=1+Kiln+Lane': {
        body: [{ label: 'APARTMENT', id: 'a3', name: 'Brick Works', address: '1 Kiln Ln' }],
      },
      '/api/admin/apartments?submission=s1': { status: 201, body: buildApartment({ id: 'a7' }) },
      [completed('a7')]: { body: { ...SUGGESTED, status: 'COMPLETED' } },
      [completed('a3')]: { body: { ...SUGGESTED, status: 'COMPLETED' } },
    }

    it.each([
      ['adds it', 'Save', 'a7'],
      ['finds it among those that exist', 'It is this one', 'a3'],
    ])('%s, and says which apartment it became', async (_what, button, aptId) => {
      const { calls, unmount } = open('kind=apartments&id=new&from=s1', responses)
      expect(await screen.findByLabelText('Address')).toHaveProperty('value', '1 Kiln Lane')

      fireEvent.click(await screen.findByRole('button', { name: button }))

      expect(await screen.findByText(/^Done: /)).toBeTruthy()
      unmount()
      await waitFor(() => expect(calls).toContain(completed(aptId)))
    })
  })

  describe('importing a file', () => {
    const path = '/api/import/apartments'
    // jsdom cannot read files.
    const MILL = Object.assign(new File([], 'mill.csv'), {
      arrayBuffer: async () => new TextEncoder().encode('id,name\n7,The Mill').buffer,
    })
    const LISTS: ApiResponses = {
      '/api/search-with-query-and-filters/count': { body: { count: 0 } },
      '/api/search-with-query-and-filters?sortBy=originalOrder&offset=0&size=20': { body: [] },
    }
    const results = (outcome: string) => ({ body: { results: [{ line: 1, outcome }] } })
    const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
    /** Opens the preview of a file with one row. */
    async function preview(): Promise<{ responses: ApiResponses; file: HTMLElement; bodies: unknown[] }> {
      const responses = { ...LISTS, [path]: results('created') }
      open('kind=apartments', responses)
      const file = await screen.findByLabelText('File to import')
      const bodies = recordBodies()
      fireEvent.change(file, { target: { files: [MILL] } })
      await screen.findByRole('heading', { name: 'What importing mill.csv would do' })
      return { responses, file, bodies }
    }

    it('keeps the focus in the section when the preview closes and when it is imported', async () => {
      const { file } = await preview()
      await press('Cancel')
      expect(document.activeElement).toBe(file)

      fireEvent.change(file, { target: { files: [MILL] } })
      await press('Import')
      const heading = await screen.findByRole('heading', { name: 'What importing mill.csv did' })

      expect(document.activeElement).not.toBe(document.body)
      expect(document.activeElement?.contains(heading)).toBe(true)
    })

    it('says what is known about a failed import, and goes on with the same file', async () => {
      const { responses, bodies } = await preview()
      responses[path] = { status: 503 }

      await press('Import')

      expect((await screen.findByText(/^mill\.csv: /)).textContent).toMatch(
        /Rows that are imported: 0\. The next ones may be, too; trying again is safe\.$/,
      )
      expect(screen.queryByRole('heading', { name: /^What importing/ })).toBeNull()
      responses[path] = results('unchanged')
      await press('Try again')
      expect(await screen.findByRole('heading', { name: 'What importing mill.csv did' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
      expect(bodies).toMatchObject([{ dryRun: true }, { dryRun: false }, { dryRun: false }])
    })

    it('goes on while another tab is open, and shows its report when it is back', async () => {
      await preview()
      await press('Import')
      fireEvent.click(screen.getByRole('link', { name: /^Activity/ }))
      await waitFor(() => expect(screen.queryByLabelText('File to import')).toBeNull())

      fireEvent.click(screen.getByRole('link', { name: /^Data/ }))

      expect(await screen.findByRole('heading', { name: 'What importing mill.csv did' })).toBeTruthy()
    })

    it('previews the same file again after a failure, which imports nothing', async () => {
      const responses: ApiResponses = { ...LISTS, [path]: { status: 503 } }
      open('kind=apartments', responses)
      const file = await screen.findByLabelText('File to import')
      fireEvent.change(file, { target: { files: [MILL] } })
      expect((await screen.findByText(/^mill\.csv: /)).textContent).not.toContain('imported')
      responses[path] = results('created')

      await press('Try again')

      expect(await screen.findByRole('heading', { name: 'What importing mill.csv would do' })).toBeTruthy()
    })
  })

  it('sends both coordinates when one changed, and shows their error until one changes again', async () => {
    open('kind=apartments&id=a1', {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', latitude: 42.4, longitude: -76.4 })] },
      '/api/admin/apartments/a1': {
        status: 400,
        errors: [{ field: 'latitude and longitude', message: 'Must be on land.' }],
      },
    })
    const sent = recordBodies()
    const latitude = await screen.findByLabelText('Latitude')
    fireEvent.change(latitude, { target: { value: '42.5' } })
    save()
    expect(await screen.findByText('Must be on land.')).toBeTruthy()
    expect(sent).toEqual([
      { latitude: '42.5', longitude: '-76.4', read: { latitude: '42.4', longitude: '-76.4' } },
    ])

    fireEvent.change(latitude, { target: { value: '42.6' } })

    expect(screen.queryByText('Must be on land.')).toBeNull()
  })

  it('says what somebody else has changed meanwhile, and replaces it when it is saved again', async () => {
    const path = '/api/admin/apartments/a1'
    const message = 'Somebody else has changed this: it is 950 now.'
    const responses: ApiResponses = {
      '/api/apts/a1': { body: [buildApartment({ id: 'a1', price: 900 })] },
      [path]: {
        status: 409,
        code: 'place-changed',
        detail: 'Somebody else has changed this meanwhile: price.',
        errors: [{ field: 'price', message }],
      },
    }
    const { calls } = open('kind=apartments&id=a1', responses)
    const sent = recordBodies()
    const price = await screen.findByLabelText('Rent per person, $')
    fireEvent.change(price, { target: { value: '1000' } })
    responses['/api/apts/a1'] = { body: [buildApartment({ id: 'a1', price: 950 })] }
    save()

    expect(await screen.findByText(message)).toBeTruthy()
    expect((price as HTMLInputElement).value).toBe('1000')
    await waitFor(() => expect(calls.filter((url) => url === '/api/apts/a1')).toHaveLength(2))
    await act(async () => undefined)
    save()

    await waitFor(() =>
      expect(sent).toEqual([
        { price: '1000', read: { price: '900' } },
        { price: '1000', read: { price: '950' } },
      ]),
    )
  })
})
