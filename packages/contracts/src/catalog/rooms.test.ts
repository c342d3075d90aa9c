import { medianRent, rentRangeOf, sortableRent } from './rent'
import { amenityName } from './amenities'
import { roomRangesOf, summarizeRooms } from './rooms'

const roomType = (beds: number, rent: number, baths = 1) => ({ beds, rent, baths })

describe('room types', () => {
  it.each([
    [[roomType(3, 600), roomType(1, 1200), roomType(1, 950)], roomType(1, 950)],
    [[roomType(1, 950, 2), roomType(1, 950, 1)], roomType(1, 950, 1)],
    [[roomType(0, 1500), roomType(1, 950)], roomType(0, 1500)],
  ])(
    '%j are summarized by the smallest, then the cheapest, then the one with the fewest baths',
    (rooms, smallest) => {
      const { beds, baths, rent } = smallest

      expect(summarizeRooms(rooms)).toEqual({ numBeds: beds, numBaths: baths, price: rent })
    },
  )

  it('have no summary where there are none', () => {
    expect(summarizeRooms([])).toBeUndefined()
  })

  it('have ranges, for which the older fields stand where there are none', () => {
    const older = { numBeds: 2, numBaths: null }

    expect(roomRangesOf({ ...older, roomTypes: [roomType(3, 600, 1.5), roomType(0, 900)] })).toEqual({
      beds: { least: 0, most: 3 },
      baths: { least: 1, most: 1.5 },
    })
    expect(roomRangesOf(older)).toEqual({ beds: { least: 2, most: 2 }, baths: undefined })
  })

  it('have a rent from the cheapest to the dearest, and sort by the cheapest', () => {
    const listing = { buildingData: { price: 900, roomTypes: [roomType(0, 900), roomType(3, 600)] } }

    expect(rentRangeOf(listing, undefined)).toEqual({ least: 600, most: 900 })
    expect(sortableRent(listing, undefined)).toBe(600)
  })
})

describe('amenities', () => {
  it('are named, and by their ids where a newer version knows more', () => {
    expect(amenityName('step-free')).toBe('Step-free access')
    expect(amenityName('helipad')).toBe('helipad')
  })
})

describe('the median of what students paid', () => {
  it.each([
    [[0, 0, 2, 0, 0, 0], undefined],
    [[1, 0, 0, 0, 1, 1], { bracket: 5, reports: 3 }],
    [[0, 2, 2, 0, 0, 0], { bracket: 2, reports: 4 }],
    [[0, 2, 3, 0, 0, 0], { bracket: 3, reports: 5 }],
  ])('of %j is %j', (counts, rent) => {
    expect(medianRent(counts)).toEqual(rent)
  })
})
