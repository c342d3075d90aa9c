import { fieldsOfForm } from './fields-of-form'

const INITIAL = {
  text: '',
  rating: 0,
  ratings: { safety: 0, noise: 0 },
  tags: [] as string[],
  bedrooms: null,
}

describe('the fields of a draft', () => {
  it('are those that were stored, unchanged', () => {
    const stored = {
      text: 'Quiet.',
      rating: 4,
      ratings: { safety: 3, noise: 2 },
      tags: ['a'],
      bedrooms: null,
    }

    expect(fieldsOfForm(INITIAL, stored)).toBe(stored)
  })

  it('keep what was typed when a newer form asks for more', () => {
    expect(
      fieldsOfForm(INITIAL, { text: 'Quiet.', ratings: { safety: 3 }, tags: [], bedrooms: null }),
    ).toEqual({
      text: 'Quiet.',
      rating: 0,
      ratings: { safety: 3, noise: 0 },
      tags: [],
      bedrooms: null,
    })
  })

  it.each([
    ['another type', { ...INITIAL, rating: 'four' }],
    ['a list that was none', { ...INITIAL, ratings: [1, 2] }],
    ['no list any more', { ...INITIAL, tags: { a: 1 } }],
    ['no fields', 'text'],
    ['nothing', null],
  ])('are none with %s', (_what, stored) => {
    expect(fieldsOfForm(INITIAL, stored)).toBeUndefined()
  })
})
