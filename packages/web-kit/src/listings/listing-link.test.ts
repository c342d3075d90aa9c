import { type Listing } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { buildListing, testPage } from '../testing'
import { areaName, describeListing, describeRent, estimateNote } from './listing-link'

const listing = (apartment: Partial<Listing['buildingData']> = {}): Listing =>
  buildListing({ numBeds: 1, photos: ['/media/a.svg'], ...apartment })

describe('describeListing', () => {
  beforeAll(() => replacePageData(testPage))

  it('formats the known facts', () => {
    expect(describeListing(listing())).toMatchObject({
      walk: { time: '8 min walk', to: 'Main Plaza' },
      area: 'West',
      rent: '$1,250',
      facts: ['1 bed'],
      landlord: 'Gull Homes',
      photo: '/media/a.svg',
    })
  })

  it('offers the two narrower sizes of an uploaded picture', () => {
    const url = `/api/photos/${'a'.repeat(32)}`

    expect(describeListing(listing({ photos: [url] }))).toMatchObject({
      photo: `${url}/card`,
      photoSrcSet: `${url}/card 480w, ${url}/page 1024w`,
    })
    expect(describeListing(listing()).photoSrcSet).toBeUndefined()
  })

  it('marks an estimated walking time with "about", and has it without for lists', () => {
    const { walk } = describeListing(listing({ isDistanceEstimate: true }))

    expect(walk).toEqual({ time: 'about 8 min walk', briefTime: '8 min walk', to: 'Main Plaza' })
  })

  it('notes once for a list that some of its times are estimates', () => {
    const [walked, driven] = [listing({ isDistanceEstimate: true }), listing()]
    const measured = { placeId: 'agQuad', mode: 'walk', minutes: 3, isEstimate: false } as const

    expect(estimateNote([driven, walked])).toBe('Minutes are estimates')
    expect(estimateNote([driven, { ...walked, commute: measured }])).toBeUndefined()
  })

  it('shows the commute that was searched for instead of the walk to campus', () => {
    const to = (commute: Listing['commute']) => describeListing({ ...listing(), commute }).walk

    expect(to({ placeId: 'upsonHall', mode: 'bike', minutes: 6, isEstimate: true })).toEqual({
      time: 'about 6 min by bike',
      briefTime: '6 min by bike',
      to: 'Upson Hall',
      isNamed: true,
    })
    expect(to({ placeId: 'agQuad', mode: 'walk', minutes: 0, isEstimate: false })).toEqual({
      time: '1 min walk',
      briefTime: '1 min',
      to: 'Farm Quad',
      isNamed: true,
    })
    const byBus = { placeId: 'upsonHall', mode: 'bus', minutes: 6, isEstimate: true } as const
    expect(to(byBus)?.time).toBe('about 6 min by bus')
    expect(to({ ...byBus, isOnFoot: true })?.time).toBe('about 6 min walk')
    // The search was by bus, so the text names the walk.
    expect(to({ ...byBus, isOnFoot: true })?.briefTime).toBe('6 min walk')
    expect(to({ placeId: 'torn-down', mode: 'walk', minutes: 3, isEstimate: true })?.to).toBe('Main Plaza')
  })

  it('shows a commute by a mode that only a newer service knows', () => {
    const commute = { placeId: 'upsonHall', mode: 'tram' as 'bus', minutes: 6, isEstimate: false }

    expect(describeListing({ ...listing(), commute }).walk?.time).toBe('6 min by tram')
  })

  it('omits unknown facts', () => {
    const unknown = describeListing(
      listing({ numBeds: null, price: null, distanceToCampus: null, photos: [] }),
    )

    expect(unknown).toMatchObject({
      rent: undefined,
      facts: ['Rent not listed'],
      walk: undefined,
      photo: undefined,
    })
  })

  it.each([
    [1250, { bracket: 3, reports: 3 }, { text: '$1,250', source: 'listed' }],
    [
      null,
      { bracket: 3, reports: 3 },
      { text: '$1,000-1,200 paid by students', source: 'reported', paid: '$1,000-1,200' },
    ],
    [null, { bracket: 3, reports: 2 }, { text: 'Rent not listed', source: 'unknown' }],
    [null, undefined, { text: 'Rent not listed', source: 'unknown' }],
  ] as const)('describes the listed rent %p with the reported rent %j', (price, reportedRent, rent) => {
    expect(describeRent({ ...listing({ price }), ...(reportedRent && { reportedRent }) })).toEqual(rent)
  })

  it.each([
    [[950], [1], '$950', '1 bed'],
    [[950], [0], '$950', 'Studio'],
    [[950, 1400], [1, 3], '$950-1,400', '1-3 beds'],
    [[1400, 950], [2, 2], '$950-1,400', '2 beds'],
    [[950, 950], [0, 2], '$950', 'Studio-2 beds'],
  ])('describes room types with the rents %j and the beds %j', (rents, beds, rent, fact) => {
    const roomTypes = rents.map((rent, index) => ({ rent, beds: beds[index] ?? 0, baths: 1 }))

    expect(describeListing(listing({ roomTypes, numBeds: beds[0] ?? null, price: 950 }))).toMatchObject({
      rent,
      facts: [fact],
    })
  })

  it('omits the area OTHER, which has a name elsewhere', () => {
    expect(describeListing(listing({ area: 'OTHER' })).area).toBeUndefined()
    expect(areaName('OTHER')).toBe('Other')
  })

  it('says what reviews often praise, then what they often criticize', () => {
    const topics = [
      { topic: 'noise' as const, praised: 1, criticised: 3 },
      { topic: 'light' as const, praised: 2, criticised: 0 },
      { topic: 'view' as 'light', praised: 3, criticised: 3 },
    ]

    expect(describeListing({ ...listing(), topics }).tags).toEqual([
      { text: 'light', opinion: 'praised' },
      { text: 'noise', opinion: 'criticised' },
    ])
  })
})
