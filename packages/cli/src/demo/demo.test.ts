import { University } from '@offquad/contracts'
import { Value } from 'typebox/value'
import university from '../../../../config/university.json'
import { apartmentRows, landlordRows } from './demo-places'
import { reviewRows } from './demo-reviews'
import { drawExterior, STYLES } from './pictures/exterior'
import { drawInterior } from './pictures/interior'
import { createRandom } from './random'

const today = new Date('2026-11-20T00:00:00Z')

function generate() {
  const random = createRandom(1)
  const landlords = landlordRows(random)
  const apartments = apartmentRows(Value.Parse(University, university), random)
  return {
    landlords,
    apartments,
    reviews: reviewRows(apartments, today, random),
  }
}

describe('the demo data', () => {
  it('is the same every time', () => {
    expect(generate()).toEqual(generate())
  })

  it('is a few hundred apartments with different names and thousands of reviews that are long enough', () => {
    const { apartments, reviews } = generate()

    expect(new Set(apartments.map(({ name }) => name)).size).toBe(320)
    expect(reviews.length).toBeGreaterThan(2000)
    expect(reviews.every(({ reviewText }) => reviewText.length >= 15 && reviewText.length <= 2000)).toBe(true)
    expect(reviews.every(({ date }) => new Date(date) < today)).toBe(true)
  })

  it('names only landlords that exist', () => {
    const { landlords, apartments } = generate()
    const ids = new Set(['', ...landlords.map(({ id }) => id)])

    expect(apartments.filter(({ landlordId }) => !ids.has(landlordId))).toEqual([])
  })

  it('draws a different picture for every kind and seed, small and without scripts', () => {
    const outside = Array.from({ length: 70 }, (_, index) =>
      drawExterior(createRandom(index), index % STYLES),
    )
    const inside = Array.from({ length: 30 }, (_, index) => drawInterior(createRandom(index), index))
    const pictures = [...outside, ...inside]

    expect(new Set(pictures).size).toBe(100)
    expect(pictures.every((drawing) => drawing.startsWith('<svg') && drawing.length < 24_000)).toBe(true)
    expect(pictures.some((drawing) => /script|NaN|undefined/.test(drawing))).toBe(false)
  })
})
