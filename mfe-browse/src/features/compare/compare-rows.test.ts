import { type ComparedRatings, type Listing } from '@offquad/contracts'
import { buildListing, replacePageData, testPage } from '@offquad/web-kit/testing'
import { type ComparedPlace, compareRows } from './compare-rows'

const place = (
  apartment: Partial<Listing['buildingData']> = {},
  listing: Partial<Listing> = {},
  ratings?: Partial<ComparedRatings['detailedRatings']>,
): ComparedPlace => {
  const base = buildListing(apartment)
  return {
    listing: { ...base, ...listing },
    ratings: ratings && {
      aptId: base.buildingData.id,
      total: 2,
      detailedRatings: { location: 4, maintenance: 4, safety: 4, conditions: 4, ...ratings },
    },
    commutes: [],
  }
}

const rowOf = (
  places: ComparedPlace[],
  label: string,
  destinations: Parameters<typeof compareRows>[1] = [],
) => {
  const row = compareRows(places, destinations)
    .flatMap(({ rows }) => rows)
    .find((candidate) => candidate.label === label)
  return (
    row && {
      texts: row.cells.map(({ text }) => text),
      best: row.cells.map(({ isBest }) => isBest),
      isDifferent: row.isDifferent,
      unknown: row.unknown,
    }
  )
}

const room = (beds: number, rent: number, more: object = {}) => ({ beds, baths: 1, rent, ...more })

describe('the rows of a comparison', () => {
  beforeEach(() => replacePageData(testPage))

  it('say which rent is the lowest, by the cheapest room', () => {
    const places = [
      place({ roomTypes: [room(1, 1200), room(3, 950)] }),
      place({ price: 1000, roomTypes: undefined }),
      place({ price: null, roomTypes: undefined }),
    ]

    expect(rowOf(places, 'Per person')).toEqual({
      texts: ['$950-1,200', '$1,000', undefined],
      best: [true, false, false],
      isDifferent: true,
      unknown: 'Not listed',
    })
  })

  it('compare rents of rooms of one size, also with apartments that list no room types', () => {
    const places = [
      place({ roomTypes: [room(0, 1300), room(2, 900), room(2, 1100)] }),
      place({ numBeds: 2, price: 850, roomTypes: undefined }),
      place({ numBeds: null, price: null, roomTypes: undefined }),
    ]

    expect(rowOf(places, '2 beds')).toMatchObject({
      texts: ['$900 to $1,100', '$850', undefined],
      best: [false, true, false],
    })
    // No other place has this size to compare.
    expect(rowOf(places, 'Other sizes')).toMatchObject({
      texts: ['Studio $1,300', 'None', undefined],
      best: [false, false, false],
    })
  })

  it('have a line for each size that no other place has', () => {
    const places = [place({ roomTypes: [room(1, 900), room(3, 700)] }), place({ roomTypes: [room(2, 800)] })]

    const row = compareRows(places, [])[0]?.rows.find(({ label }) => label === 'By size')

    expect(row?.cells.map(({ lines }) => lines)).toEqual([['1 bed $900', '3 beds $700'], ['2 beds $800']])
  })

  it('are equal where all places say the same, unknown or not', () => {
    const places = [
      place({ numBaths: 2, roomTypes: undefined }),
      place({ numBaths: 2, roomTypes: undefined }),
    ]

    expect(rowOf(places, 'Bathrooms')).toMatchObject({ texts: ['2', '2'], isDifferent: false })
    expect(rowOf(places, 'Lease')).toMatchObject({ texts: [undefined, undefined], isDifferent: false })
  })

  it('differ where one place says nothing', () => {
    const places = [place({ amenities: ['laundry', 'parking'] }), place({ amenities: ['laundry'] })]

    expect(rowOf(places, 'Laundry')?.isDifferent).toBe(false)
    expect(rowOf(places, 'Parking')).toMatchObject({ texts: ['✓ Yes', undefined], isDifferent: true })
    expect(rowOf(places, 'Dishwasher')).toBeUndefined()
  })

  it('rank ratings as they are shown: two that look alike are equal', () => {
    const places = [
      place({}, { numReviews: 3, avgRating: 4.04 }, { safety: 4.51 }),
      place({}, { numReviews: 3, avgRating: 3.96 }, { safety: 4.54 }),
      place({}, { numReviews: 0, avgRating: 0 }),
    ]

    expect(rowOf(places, 'Overall')).toMatchObject({
      texts: ['4.0 (3)', '4.0 (3)', undefined],
      best: [false, false, false],
      unknown: 'No reviews yet',
    })
    expect(rowOf(places, 'Safety')).toMatchObject({ texts: ['4.5', '4.5', undefined] })
  })

  it('do not call a rating from fewer than three reviews the best', () => {
    const places = [
      place({}, { numReviews: 19, avgRating: 3.8 }, { safety: 3 }),
      place({}, { numReviews: 2, avgRating: 5 }, { safety: 5 }),
      place({}, { numReviews: 3, avgRating: 3 }, { safety: 4 }),
    ]

    expect(rowOf(places, 'Overall')).toMatchObject({ best: [true, false, false] })
    expect(rowOf(places, 'Safety')).toMatchObject({ best: [false, false, true] })
  })

  it('have what reviews often praise and criticize', () => {
    const topics: Listing['topics'] = [
      { topic: 'noise', praised: 0, criticised: 3 },
      { topic: 'heat', praised: 2, criticised: 1 },
    ]

    const places = [
      place({}, { topics }),
      place({}, { numReviews: 5, topics: [] }),
      place({}, { numReviews: 0, topics: [] }),
    ]

    expect(rowOf(places, 'Often praised')).toMatchObject({
      texts: ['heating\u00a02', 'None', undefined],
      unknown: 'No reviews yet',
    })
    expect(rowOf(places, 'Often criticized')?.texts).toEqual(['noise\u00a03', 'None', undefined])
  })

  it('have minutes to campus and to the places of the reader, estimates marked', () => {
    const gym = { placeId: 'gym', mode: 'bike' as const, name: 'Gym' }
    const near = {
      ...place({ distanceToCampus: 8.4, isDistanceEstimate: true }),
      commutes: [{ placeId: 'gym', mode: 'bike' as const, minutes: 6, isEstimate: false }],
    }
    const far = { ...place({ distanceToCampus: 14, isDistanceEstimate: false }), commutes: undefined }

    expect(rowOf([near, far], 'To Main Plaza', [gym])).toMatchObject({
      texts: ['about 8 min walk', '14 min walk'],
      best: [true, false],
    })
    expect(rowOf([near, far], 'To Gym', [gym])).toMatchObject({
      texts: ['6 min by bike', undefined],
      unknown: '…',
    })
  })

  it('have units: months of a lease, square feet, the first day on which a room is free', () => {
    const rooms = [
      room(1, 900, { leaseMonths: 12, squareFeet: 1250, availableFrom: '2027-08-15' }),
      room(2, 800, { leaseMonths: 10, availableFrom: '2027-06-01' }),
    ]

    const places = [place({ roomTypes: rooms }), place({ roomTypes: undefined })]

    expect(rowOf(places, 'Lease')?.texts[0]).toBe('10 to 12 months')
    expect(rowOf(places, 'Size')?.texts[0]).toBe('1,250 sq ft')
    expect(rowOf(places, 'Available from')?.texts[0]).toBe('Jun 1, 2027')
  })
})
