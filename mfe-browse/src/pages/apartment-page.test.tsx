import { type TravelTimes } from '@offquad/contracts'
import {
  buildApartment,
  buildCampusBuses,
  buildLandlord,
  buildListing,
  renderApp,
} from '@offquad/web-kit/testing'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ListingLink } from '@offquad/web-kit'
import { ApartmentPage } from './apartment-page'

const times: TravelTimes = {
  engQuadWalking: 12.4,
  engQuadDriving: 0.3,
  hoPlazaWalking: 7.6,
  hoPlazaDriving: 2.5,
  agQuadWalking: 20,
  agQuadDriving: 4,
}
const unknownTimes = Object.fromEntries(Object.keys(times).map((key) => [key, null]))

const open = (responses: NonNullable<Parameters<typeof renderApp>[1]>['responses'] = {}) =>
  renderApp(<ApartmentPage />, {
    path: '/apartment/:aptId',
    url: '/apartment/7',
    responses: {
      '/api/apts/7': { body: [buildApartment()] },
      '/api/travel-times-by-id/7': { body: times },
      '/api/landlord/3': { body: buildLandlord() },
      '/api/buildings/all/3': { body: [buildListing(), buildListing({ id: '8', name: 'Tern House' })] },
      ...responses,
    },
  })

describe('the apartment page', () => {
  it('shows facts, rounded travel times, the landlord and the other buildings', async () => {
    open()

    expect(await screen.findByRole('heading', { level: 1, name: 'Gull House' })).toBeTruthy()
    expect(await screen.findByText('12 min')).toBeTruthy()
    expect(await screen.findByText('under 1 min')).toBeTruthy()
    expect((await screen.findByRole('link', { name: 'Gull Homes' })).getAttribute('href')).toBe('/landlord/3')
    expect((await screen.findByRole('link', { name: 'gull.example' })).getAttribute('rel')).toContain(
      'noopener',
    )
    const row = await screen.findByRole('region', { name: 'Other buildings of this landlord' })
    expect(within(row).getByRole('link', { name: /Tern House/ })).toBeTruthy()
    expect(within(row).queryByRole('link', { name: /Gull House/ })).toBeNull()
    expect(document.title).toBe('Offquad | Gull House')
    // The remote of the reviews is not loaded.
    expect(await screen.findByText('Reviews cannot be shown right now.')).toBeTruthy()
  })

  it('shows twenty of very many other buildings, and links the rest', async () => {
    const buildings = Array.from({ length: 50 }, (_, index) => buildListing({ id: `b${index}` }))
    open({ '/api/buildings/all/3': { body: buildings } })

    const row = await screen.findByRole('region', { name: 'Other buildings of this landlord' })
    expect(within(row).getAllByRole('heading', { level: 3 })).toHaveLength(20)
    expect(within(row).getByRole('link', { name: 'All 50 buildings' }).getAttribute('href')).toBe(
      '/landlord/3',
    )
  })

  it('leads to the comparison of what was chosen', async () => {
    localStorage.setItem('offquad/places-to-compare', '["1","7"]')
    open()

    const link = await screen.findByRole('link', { name: 'Compare 2 places' })
    expect(link.getAttribute('href')).toBe('/compare?ids=1,7')
  })

  it('ends with places of other landlords in the area, at about the same rent', async () => {
    const similarPlace = buildListing({ id: '9', name: 'Heron House', landlordId: '4' })
    open({
      '/api/apts/7': { body: [buildApartment({ area: 'WEST', price: 1000 })] },
      '/api/search-with-query-and-filters?locations=WEST&minPrice=800&maxPrice=1200&sortBy=avgRating&size=16':
        {
          body: [buildListing(), buildListing({ id: '8', name: 'Tern House' }), similarPlace],
        },
    })

    const similar = await screen.findByRole('region', { name: 'Similar places in West' })
    const names = await within(similar).findAllByRole('heading', { level: 3 })
    expect(names.map(({ textContent }) => textContent)).toEqual(['Heron House'])
  })

  it('says in one line and one card what decides, and links the lists that it is in', async () => {
    const listing = buildListing({}, { reportedRent: { bracket: 2, reports: 5 } })
    open({ '/api/listings/7': { body: [listing] } })

    const trail = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
    expect((await trail.findByRole('link', { name: 'Gull Homes' })).getAttribute('href')).toBe('/landlord/3')
    const facts = within(screen.getByRole('region', { name: 'Rent and rooms' }))
    expect(await facts.findByText('$800-1,000 (5)')).toBeTruthy()
    expect(await facts.findByText('8 min walk')).toBeTruthy()
    expect(facts.getByText('per person, month')).toBeTruthy()
  })

  it('begins with what the card knew, and is not found when only the card still knew it', async () => {
    const routes = () => [
      { path: '/search', element: <ListingLink listing={buildListing()} /> },
      { path: '/apartment/:aptId', element: <ApartmentPage /> },
    ]
    const follow = () => act(async () => void fireEvent.click(screen.getByRole('link')))
    const { unmount } = renderApp(null, { url: '/search', routes })
    await follow()
    expect(screen.getByRole('heading', { level: 1, name: 'Gull House' })).toBeTruthy()
    expect(screen.getByText('per person, month')).toBeTruthy()
    unmount()

    renderApp(null, { url: '/search', routes, responses: { '/api/apts/7': { status: 404 } } })
    await follow()

    expect(await screen.findByText(/the page you are looking for cannot be found/)).toBeTruthy()
  })

  it('links the sections that there are', async () => {
    open()

    const tabs = within(await screen.findByRole('navigation', { name: 'On this page' }))
    expect(tabs.getAllByRole('link').map((tab) => tab.getAttribute('href'))).toEqual([
      '#reviews',
      '#location',
      '#landlord',
    ])
    expect(tabs.getByRole('link', { current: 'location' }).textContent).toBe('Reviews')
  })

  it('holds the place of the rating until it is known', async () => {
    const { container } = open({ '/api/listings/7': { body: [buildListing()] } })

    await screen.findByRole('heading', { level: 1, name: 'Gull House' })
    expect(container.querySelector('.browse-line .offquad-bone')).not.toBeNull()
    expect(await screen.findByText('4 reviews')).toBeTruthy()
    expect(container.querySelector('.browse-line .offquad-bone')).toBeNull()
  })

  it('separates nothing from an address that is empty', async () => {
    const apartment = buildListing({ id: '7', name: 'Gull House', address: '' })
    const { container } = open({
      '/api/apts/7': { body: [apartment.buildingData] },
      '/api/listings/7': { body: [apartment] },
    })

    expect(await screen.findByText('4 reviews')).toBeTruthy()
    const facts = [...container.querySelectorAll('.browse-line > *')]
    expect(facts.filter(({ textContent }) => textContent === '')).toEqual([])
  })

  it('shows the room types, the smallest first, and the amenities', async () => {
    open({
      '/api/apts/7': {
        body: [
          buildApartment({
            roomTypes: [
              { beds: 3, baths: 1.5, rent: 1400, availableFrom: '2027-08-01', leaseMonths: 12 },
              { beds: 0, baths: 1, rent: 950 },
            ],
            amenities: ['laundry', 'step-free'],
          }),
        ],
      },
    })

    const list = within(await screen.findByRole('list', { name: 'Room types' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Studio, 1 bath $950/person',
      '3 beds, 1.5 baths from Aug 1, 2027 · lease of 12 months$1,400/person',
    ])
    expect(screen.getByText('Laundry, Step-free access')).toBeTruthy()
    const facts = within(screen.getByRole('region', { name: 'Rent and rooms' }))
    expect(facts.getByText('$950-1,400')).toBeTruthy()
    expect(facts.getByText('Studio to 3 beds, 1 to 1.5 baths')).toBeTruthy()
    expect(facts.getByText('from Aug 1, 2027')).toBeTruthy()
  })

  it('shows what students paid by year and bedrooms, and a chart only for several years', async () => {
    const rents = [
      { bedrooms: 1, bracket: 3, reports: 7 },
      { bedrooms: 1, year: 2026, bracket: 3, reports: 4 },
      { bedrooms: 2, bracket: 1, reports: 3 },
    ]
    const { container } = open({ '/api/reported-rents?aptId=7': { body: { rents } } })

    const table = within(await screen.findByRole('region', { name: 'What students paid' }))
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Year1 bed2 beds',
      '2026$1,000-1,200 4 reports–',
      'All years$1,000-1,200 7 reportsUnder $800 3 reports',
    ])
    expect(container.querySelector('.browse-rent-chart')).toBeNull()
  })

  it('lists the stops near it and the lines to campus', async () => {
    const rare = {
      name: '30',
      headsign: '',
      departures: 3,
      everyMinutes: 240,
      placeId: 'agQuad',
      walkMinutes: 2,
    }
    open({ '/api/campus-buses/7': { body: buildCampusBuses({}, rare) } })

    const lines = await screen.findByRole('list', { name: 'Lines from Lake Street' })
    expect(screen.getByText('about 3 min on foot')).toBeTruthy()
    expect(
      within(lines)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '10Campusevery 10 min, 6 min to Main Plaza',
      '303 buses, 6 min to Farm Quad and about 2 min on foot',
    ])
    expect(screen.getByText(/the timetable of Hill Buses for Nov 24, 2026/)).toBeTruthy()
  })

  it('says where no bus helps, and nothing about buses without a timetable or about rents that too few paid', async () => {
    const timetable = { agencies: ['Hill Buses'], day: '2026-11-24' }
    open({ '/api/campus-buses/7': { body: { timetable, stops: [] } } })
    expect(await screen.findByText(/No bus within 800 m of here is faster/)).toBeTruthy()

    cleanup()
    open({
      '/api/campus-buses/7': { body: { stops: [] } },
      '/api/reported-rents?aptId=7': { body: { rents: [] } },
    })
    await screen.findByText('12 min')
    expect(screen.queryByText('Buses to campus')).toBeNull()
    expect(screen.queryByText('What students paid')).toBeNull()
  })

  it('names unknown facts in words', async () => {
    open({
      '/api/apts/7': {
        body: [
          buildApartment({ landlordId: null, numBeds: null, numBaths: null, price: null, area: 'OTHER' }),
        ],
      },
      '/api/listings/7': { body: [] },
      '/api/travel-times-by-id/7': { body: unknownTimes },
    })

    expect(await screen.findByText('Travel times are not known yet.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Map around Gull House' })).toBeTruthy()
    expect(await screen.findByText('Rent not listed')).toBeTruthy()
    expect(
      await screen.findByText('Not known: rooms, move-in date, what students paid, walk to Main Plaza'),
    ).toBeTruthy()
    expect(screen.getByText('We do not know who rents this apartment out.')).toBeTruthy()
    expect(screen.queryByText('Other')).toBeNull()
  })

  it('heads the card with what students paid where no rent is listed', async () => {
    open({
      '/api/apts/7': { body: [buildApartment({ price: null })] },
      '/api/listings/7': { body: [buildListing({}, { reportedRent: { bracket: 2, reports: 9 } })] },
    })

    const card = await screen.findByRole('region', { name: 'Rent and rooms' })
    await waitFor(() => expect(card.textContent).toContain('$800-1,000 per person, 9 students paid'))
    expect(card.textContent).toContain('Not known: rent, move-in date')
    expect(within(card).queryByText('Rent not listed')).toBeNull()
  })

  it('marks estimated travel times with "about" and explains the estimate', async () => {
    open({ '/api/travel-times-by-id/7': { body: { ...times, isEstimate: true } } })

    expect(await screen.findByText('about 12 min')).toBeTruthy()
    expect(screen.getByText('about 8 min')).toBeTruthy()
    expect(screen.getByText(/Estimated from the distance/)).toBeTruthy()
  })

  it.each([
    ['osrm', '© OpenStreetMap contributors'],
    ['valhalla', 'valhalla'],
  ])(
    'credits the routing provider %s, known or not, when it computed the times',
    async (provider, credit) => {
      open({ '/api/travel-times-by-id/7': { body: { ...times, isEstimate: false, provider } } })

      expect(await screen.findByText('12 min')).toBeTruthy()
      expect(screen.getByText(`Routes: ${credit}`)).toBeTruthy()
      expect(screen.queryByText(/about/)).toBeNull()
    },
  )

  it('offers pictures in the widths that phones and desktops show, and loads only the first immediately', async () => {
    const photo = (digit: number) => `/api/photos/${String(digit).repeat(32)}`
    open({ '/api/apts/7': { body: [buildApartment({ photos: [photo(1), photo(2), photo(3), photo(4)] })] } })
    await screen.findByRole('button', { name: 'Picture 1 of Gull House, larger' })

    const pictures = [...document.querySelectorAll('.browse-gallery img')].map((picture) => ({
      srcset: picture.getAttribute('srcset'),
      sizes: picture.getAttribute('sizes'),
      loading: picture.getAttribute('loading'),
      priority: picture.getAttribute('fetchpriority'),
    }))
    const srcset = (url: string) => `${url}/card 480w, ${url}/page 1024w, ${url}/full 2048w`

    expect(pictures).toEqual([
      {
        srcset: srcset(photo(1)),
        sizes: '(max-width: 600px) 67vw, 570px',
        loading: 'eager',
        priority: 'high',
      },
      ...[2, 3, 4].map((digit) => ({
        srcset: srcset(photo(digit)),
        sizes: '(max-width: 600px) 33vw, 285px',
        loading: 'lazy',
        priority: null,
      })),
    ])
  })

  it('shows a sentence instead of a map when the coordinates are unknown', async () => {
    open({
      '/api/apts/7': { body: [buildApartment({ latitude: null, longitude: null, distanceToCampus: null })] },
      '/api/travel-times-by-id/7': { body: unknownTimes },
    })

    const location = within(await screen.findByRole('region', { name: 'Location' }))
    expect(location.getByText(/is not on the map yet/)).toBeTruthy()
    expect(location.getByText('1 Gull Lane')).toBeTruthy()
    expect(location.queryByRole('region')).toBeNull()
    expect(location.queryByRole('table')).toBeNull()
  })

  it('does not name a landlord that does not exist', async () => {
    open({ '/api/landlord/3': { status: 404 }, '/api/buildings/all/3': { body: [buildListing()] } })

    expect(await screen.findByText('We do not know who rents this apartment out.')).toBeTruthy()
  })

  it('shows the not-found page for an apartment that does not exist', async () => {
    open({ '/api/apts/7': { status: 404 } })

    expect(
      await screen.findByText('It seems as though the page you are looking for cannot be found!'),
    ).toBeTruthy()
  })

  it.each(['/api/apts/7', '/api/travel-times-by-id/7'])(
    'shows the not-found page with a button to try again when %s cannot be loaded',
    async (path) => {
      open({ [path]: { status: 503, detail: 'Listings cannot be loaded right now.' } })

      expect(
        await screen.findByText('It seems as though the page you are looking for cannot be found!'),
      ).toBeTruthy()
      expect(screen.getByText('Listings cannot be loaded right now.')).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    },
  )
})
