import { hasProfanity } from './profanity'

describe('profanity', () => {
  it.each([
    'This place is shit',
    'what a FUCKING joke',
    'the landlord is an asshole',
    'bullshit fees',
    'my dumbass landlord',
    'a bitch of a manager',
    'what a dick',
    'sh1t heating',
    '$hit heating',
    'a55hole',
    'b!tch',
    'ƒuck off',
    'ｆｕｃｋ',
    'fûçk this',
    'shít',
    'fuuuuuck',
    'f*ck this place',
    'sh\u200bit',
    'fu\u00adck',
    'f u c k this',
    'f.u.c.k',
    'F-U-C-K',
    'f  u  c  k',
    's h 1 t',
    'f\nu\nc\nk',
    'it was s_h_i_t indeed',
    'f u c k y o u',
    'fück',
    'motherfucker',
    'a $ $ h o l e',
  ])('is found in %j', (text) => {
    expect(hasProfanity(text)).toBe(true)
  })

  it.each([
    'Moved here from Scunthorpe',
    'cocktail bar downstairs',
    'please assess the analysis',
    "next to Dick's Sporting Goods",
    'next to Dick’s Sporting Goods',
    'Emily Dickinson Hall',
    'cockroaches in the bathroom',
    'Cockroach heaven',
    'a class pass',
    'the bass of the neighbours',
    'assume, assign, assist, assembly, assets, associate',
    'passive-aggressive emails',
    'title and titanic',
    '455 Stewart Avenue',
    '$455 a month',
    'rooms 455, 457 and 5',
    '4:55pm',
    '1/2 mile',
    'unit 4 5 5',
    'fire retardant doors',
    'graduated cum laude',
    'the pen is on the table',
    'heating (umbrella included)',
    'Sussex, Essex and Middlesex',
    'the therapist upstairs',
    'grapes',
    'Hancock Street',
    'shiitake mushrooms',
    'a b c d e',
    'I a m',
    'U S A',
    'e.g. 9 a.m. to 5 p.m.',
    'Great! It is quiet, $1,200 w/ heat & 2 baths (new).',
    'the 2nd floor has 3 a/c units',
    '',
    'Kommunale Wohnung mit Küche',
    '房东很好',
    '🏠🔥 would rent again!!!',
  ])('is not found in %j', (text) => {
    expect(hasProfanity(text)).toBe(false)
  })

  // Expressions that backtrack would not come to an end.
  it.each(['a.', 'a ', '44', '$-'])('is not found in %j, a thousand times', (text) => {
    expect(hasProfanity(text.repeat(1000))).toBe(false)
  })
})
