import { type Listing } from '@offquad/contracts'
import { buildApartment, buildListing } from '@offquad/web-kit/testing'
import { noteOf } from './match-note'

const roomTypes = [
  { beds: 0, baths: 1, rent: 950 },
  { beds: 2, baths: 1, rent: 1150 },
]
const room = { beds: 2, baths: 1, rent: 1150 }
const note = (changes: Partial<Listing>, apartment: Partial<Listing['buildingData']> = { roomTypes }) =>
  noteOf({ ...buildListing(), buildingData: buildApartment(apartment), ...changes })

describe('the note on the card of a result', () => {
  it.each<[string, Listing['match']]>([
    ['2 beds from $1,150', { room }],
    ['Studio from $950', { room: { beds: 0, baths: 1, rent: 950 } }],
    ['2 beds from $1,150, available Aug 1, 2027', { room: { ...room, availableFrom: '2027-08-01' } }],
    [
      'No complaints: noise, pests · 2 beds from $1,150 · laundry · pets allowed',
      { room, amenities: ['laundry', 'pets'], without: ['noise', 'pests'] },
    ],
    ['Parking', { amenities: ['parking'] }],
  ])('says what matched: %s', (text, match) => {
    expect(note({ match })).toBe(text)
  })

  it('does not repeat the only room type', () => {
    expect(note({ match: { room } }, { roomTypes: roomTypes.slice(1) })).toBeUndefined()
    expect(note({ match: { room } }, {})).toBeUndefined()
  })

  it('says nothing when a search names no criteria', () => {
    expect(note({})).toBeUndefined()
  })

  it('names a topic that only a newer service knows by its id', () => {
    expect(note({ match: { without: ['view' as 'light'] } })).toBe('No complaints: view')
  })
})
