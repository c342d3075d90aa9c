import { findFlags } from './find-flags'

const flags = (text: string) => findFlags(text).map(({ kind, passage }) => `${kind}: ${passage}`)

describe('findFlags', () => {
  it.each([
    ['Write to maya.l@cornell.edu for the video.', 'email: maya.l@cornell.edu'],
    ['Write to maya (at) mail (dot) com please.', 'email: maya (at) mail (dot) com'],
    ['Call me at 607-555-0142 after six.', 'phone: 607-555-0142'],
    ['Her number is (607) 555-0142.', 'phone: (607) 555-0142'],
    ['His cell: +1 607 555 0142.', 'phone: +1 607 555 0142'],
    ['The manager, Mr. Hollis Grant, walked in.', 'person-name: Mr. Hollis Grant'],
    ['I met Kevin Marsh in the hall.', 'person-name: Kevin Marsh'],
    ['Our landlord Dave never called back.', 'person-name: Dave'],
    ['What a sh1tty winter it was.', 'profanity: sh1tty'],
    ['The f***ing heater is broken.', 'profanity: f***ing'],
    ['The damn radiator knocks.', 'profanity: damn'],
    ['Dick Schmidt is our landlord.', 'profanity: Dick'],
  ])('finds in “%s” %s', (text, flag) => {
    expect(flags(text)).toContain(flag)
  })

  it.each([
    'I lived here from 2021 to 2023 and paid 1,250 a month.',
    'Ten minutes to the Engineering Quad, $950 - 1100 per room.',
    'The James Street side is quiet and Madison Avenue is loud.',
    'Grace period for rent is five days, and May was lovely.',
    'Rated 5/5 for location; room 3 of 4 is the best.',
    'Meet us at noon. Dot your i’s in the lease.',
    'The classic assortment of cockatoos in the pet shop downstairs.',
    'Buses 10, 15, 30 and 81 stop here at 7.15 and 8.30.',
  ])('finds nothing in “%s”', (text) => {
    expect(flags(text)).toEqual([])
  })

  it('reports each passage once, in the order of the text', () => {
    expect(flags('Text 607-555-0142 or mail a@b.org, again: 607-555-0142.')).toEqual([
      'phone: 607-555-0142',
      'email: a@b.org',
    ])
  })

  // Expressions that backtrack would not come to an end.
  it.each(['aa', '1-', 'A b ', 'x@', '. '])('returns for %j, a thousand times', (text) => {
    expect(findFlags(text.repeat(1000))).toEqual(expect.any(Array))
  })
})
