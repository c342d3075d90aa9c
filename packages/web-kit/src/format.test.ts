import { priceText } from './format'

it.each([0, 7, 999, 1_000, 1_200.5, 12_345, 1_234_567])('a rent of %d reads as in English', (price) => {
  expect(priceText(price)).toBe(`$${price.toLocaleString('en-US')}`)
})

it('an unknown rent has no text', () => {
  expect(priceText(null)).toBeUndefined()
})
