import fc from 'fast-check'
import { AMENITY_IDS, commuteText, type SearchFilters } from '@offquad/contracts'
import { filterLabels, mergeFilters, type NamedPlaces, parseSearch } from './index'

const area = (id: string, name: string, terms: string[] = []) => ({
  ...{ id, name, terms, cover: 'woods', description: '', shortDescription: '' },
})
const point = { latitude: 42, longitude: -76 }
const PLACES: NamedPlaces = {
  areas: [
    area('COLLEGETOWN', 'Collegetown', ['college town', 'ctown']),
    area('WEST', 'West', ['west campus']),
    area('NORTH', 'North'),
  ],
  landmarks: {
    engQuad: { ...point, name: 'Engineering Quad', terms: ['engineering', 'eng quad'] },
    hoPlaza: { ...point, name: 'Ho Plaza', terms: ['campus', 'central campus'] },
    agQuad: { ...point, name: 'Ag Quad' },
  },
  buildings: [{ ...point, id: 'upsonHall', name: 'Upson Hall', terms: ['mechanical engineering'] }],
}

const CHEAPEST: SearchFilters = { initialSortBy: 'price', initialSortLowToHigh: true }

const parse = (typed: string) => parseSearch(typed, PLACES)
beforeAll(() => jest.useFakeTimers({ now: Date.UTC(2026, 10, 15) }))
afterAll(() => jest.useRealTimers())

const labels = (filters: SearchFilters) => filterLabels(filters, PLACES)

describe('the terms of a search', () => {
  it.each<[string, SearchFilters]>([
    ['collegetown', { locations: ['Collegetown'] }],
    ['West', { locations: ['West'] }],
    ['north or west', { locations: ['West', 'North'] }],
    ['apartments in college town', { locations: ['Collegetown'] }],
    ['west campus', { locations: ['West'] }],
    ['2 bed under 1200 near engineering', { bedrooms: 2, maxPrice: '1200', commute: 'engQuad:walk:15' }],
    ['2br/1ba ctown', { bedrooms: 2, bathrooms: 1, locations: ['Collegetown'] }],
    ['two bedroom apartment with 2 baths', { bedrooms: 2, bathrooms: 2 }],
    ['at least 3 beds', { bedrooms: 3 }],
    ['3+ beds', { bedrooms: 3 }],
    ['3 or more bedrooms', { bedrooms: 3 }],
    ['4-bedroom', { bedrooms: 4 }],
    ['1-2 beds', { bedrooms: 1, maxBedrooms: 2 }],
    ['2-3br', { bedrooms: 2, maxBedrooms: 3 }],
    ['3 to 2 bedrooms in ctown', { bedrooms: 2, maxBedrooms: 3, locations: ['Collegetown'] }],
    ['two or three bedroom', { bedrooms: 2, maxBedrooms: 3 }],
    ['between 2 and 4 beds', { bedrooms: 2, maxBedrooms: 4 }],
    ['2-2 beds', { bedrooms: 2, maxBedrooms: 2 }],
    ['up to $1,200/month', { maxPrice: '1200' }],
    ['<$1.2k', { maxPrice: '1200' }],
    ['900 or less', { maxPrice: '900' }],
    ['over 900', { minPrice: '900' }],
    ['$900+', { minPrice: '900' }],
    ['between 800 and 1200', { minPrice: '800', maxPrice: '1200' }],
    ['$1,200-$800', { minPrice: '800', maxPrice: '1200' }],
    ['from $800 to 1200', { minPrice: '800', maxPrice: '1200' }],
    ['near the ho plaza', { commute: 'hoPlaza:walk:15' }],
    ['within 10 min walk of ag quad', { commute: 'agQuad:walk:10' }],
    ['5-minute drive to campus', { commute: 'hoPlaza:drive:5' }],
    ['20 minutes by car from the engineering quad', { commute: 'engQuad:drive:20' }],
    ['10 min walk to Upson Hall', { commute: 'upsonHall:walk:10' }],
    ['near mechanical engineering', { commute: 'upsonHall:walk:15' }],
    ['within 10 min by bike of upson hall', { commute: 'upsonHall:bike:10' }],
    ['20 minutes by bus from ag quad', { commute: 'agQuad:bus:20' }],
    ['walking distance to central campus', { commute: 'hoPlaza:walk:15' }],
    ['2 bed with laundry', { bedrooms: 2, amenities: ['laundry'] }],
    ['furnished flat in ctown', { locations: ['Collegetown'], amenities: ['furnished'] }],
    [
      'ctown with parking and a dishwasher',
      { locations: ['Collegetown'], amenities: ['parking', 'dishwasher'] },
    ],
    ['pet friendly, utilities included', { amenities: ['pets', 'utilities-included'] }],
    ['1br with a/c under 1000', { bedrooms: 1, amenities: ['air-conditioning'], maxPrice: '1000' }],
    ['3 beds available by 2027-08-01', { bedrooms: 3, availableBy: '2027-08-01' }],
    ['move in by August 1 2027', { availableBy: '2027-08-01' }],
    ['move in by Aug 1, 2027', { availableBy: '2027-08-01' }],
    ['2 bed, Aug 1st, 2027, parking', { bedrooms: 2, availableBy: '2027-08-01', amenities: ['parking'] }],
    ['available 1 sept 2027', { availableBy: '2027-09-01' }],
    ['by 8/1/2027', { availableBy: '2027-08-01' }],
    ['moving in august', { availableBy: '2027-08-31' }],
    ['available november', { availableBy: '2026-11-30' }],
    ['near upson', { commute: 'upsonHall:walk:15' }],
    ['10 minutes by bike from Upson', { commute: 'upsonHall:bike:10' }],
    ['available February 2028', { availableBy: '2028-02-29' }],
    ['flat in ctown', { locations: ['Collegetown'] }],
    ['apt 2br', { bedrooms: 2 }],
    ['2b2b $1200', { bedrooms: 2, bathrooms: 2, maxPrice: '1200' }],
    [
      'looking for a 3 bedroom house near campus with a washer and wifi',
      { bedrooms: 3, commute: 'hoPlaza:walk:15', amenities: ['laundry'], without: ['internet'] },
    ],
    ['washer/dryer, dogs', { amenities: ['laundry', 'pets'] }],
    ['quiet 2br', { bedrooms: 2, without: ['noise'] }],
    ['safe and bright', { without: ['safety', 'light'] }],
    ['2 bed no mice', { bedrooms: 2, without: ['pests'] }],
    ['no complaints about slow repairs', { without: ['maintenance'] }],
    ["no complaints about landlord's replies, no mold", { without: ['mould', 'replies'] }],
    ['studio', { maxBedrooms: 0 }],
    ['furnished studio', { maxBedrooms: 0, amenities: ['furnished'] }],
    ['studio under 900 in ctown', { maxBedrooms: 0, maxPrice: '900', locations: ['Collegetown'] }],
    ['studio or 1 bed', { maxBedrooms: 1 }],
    ['at most 2 beds', { maxBedrooms: 2 }],
    ['3 beds or less', { maxBedrooms: 3 }],
    ['2 beds or fewer', { maxBedrooms: 2 }],
    ['3 beds max', { maxBedrooms: 3 }],
    ['3 beds max 1200', { bedrooms: 3, maxPrice: '1200' }],
    ['under 3 beds', { maxBedrooms: 2 }],
    ['less than 3 beds', { maxBedrooms: 2 }],
    ['fewer than 3 bedrooms', { maxBedrooms: 2 }],
    ['$1200 minimum', { minPrice: '1200' }],
    ['$1200 or higher', { minPrice: '1200' }],
    ['$1200 at least', { minPrice: '1200' }],
    ['$1200 at least 2 beds', { maxPrice: '1200', bedrooms: 2 }],
    ['2 bed under 1000 near campus', { bedrooms: 2, maxPrice: '1000', commute: 'hoPlaza:walk:15' }],
    ['cheap', CHEAPEST],
    ['cheapest 2 bed', { ...CHEAPEST, bedrooms: 2 }],
    ['affordable rooms near campus', { ...CHEAPEST, commute: 'hoPlaza:walk:15' }],
    ['cheap house in west', { ...CHEAPEST, locations: ['West'] }],
    ['house, pet friendly', { amenities: ['pets'] }],
    ['house furnished under 1200', { amenities: ['furnished'], maxPrice: '1200' }],
    ['a furnished place', { amenities: ['furnished'] }],
    ['3 br 1500 pet friendly', { bedrooms: 3, maxPrice: '1500', amenities: ['pets'] }],
    ['pet friendly 1500', { amenities: ['pets'], maxPrice: '1500' }],
    ['ctown 2br 1200', { locations: ['Collegetown'], bedrooms: 2, maxPrice: '1200' }],
    ['2br ctown 1200', { locations: ['Collegetown'], bedrooms: 2, maxPrice: '1200' }],
  ])('%s means a filter', (typed, filters) => {
    expect(parse(typed)).toEqual({ text: '', filters })
  })

  it('are said in words', () => {
    expect(labels({ amenities: ['laundry', 'pets'], availableBy: '2027-08-01' })).toEqual([
      ...['Laundry', 'Pets allowed', 'Available by Aug 1 2027'],
    ])
    expect(labels({ without: ['pests', 'heat'] })).toEqual([
      ...['No complaints about heating', 'No complaints about pests'],
    ])
  })

  it.each(['walk', 'bike', 'drive', 'bus'])('are said in words for a commute by %s', (mode) => {
    const [said = ''] = labels({ commute: `upsonHall:${mode}:15`, bedrooms: 2 }).slice(-1)

    expect(parse(said)).toEqual({ text: '', filters: { commute: `upsonHall:${mode}:15` } })
    expect(labels({ commute: `upsonHall:${mode}` })).toEqual([
      expect.stringMatching(/^To Upson Hall (on|by) /),
    ])
  })

  it.each([
    'Collegetown Terrace',
    'Laundry House',
    'no parking',
    'Without Heat Apartments',
    'available by tomorrow',
    'Aug 45, 2027',
    'Feb 31, 2027',
    'available by 2027-02-31',
    '120 May Street',
    'by bus',
    'West House',
    'Dog House',
    'Quiet Creek',
    'flat',
    '120 West State Street',
    '"collegetown"',
    '312-316 College Ave',
    '1-2 Oak Ave',
    '2 to 3 oak street',
    '800 to 1200 oak street',
    'Cheap Street',
    '12 Cheap Street',
    'Pet Lane',
    '1500 Pet Lane',
    'Studio Lane',
    '120 West',
    '1500 pet friendly',
    '1.5 bath',
    'gym',
    'under the bridge',
    'near wegmans',
    'upson',
    'near upson street',
    'by may street',
    '5 minutes from wegmans',
    '1200',
    'apartments',
    'not in collegetown',
    'not near campus',
    'outside collegetown',
    'at most 2 baths',
    'more than 20 minutes from campus',
    'available after 2027-08-01',
    'under 1500 square feet',
    '$500 deposit',
    '',
  ])('%s stays text', (typed) => {
    expect(parse(typed)).toEqual({ text: typed, filters: {} })
  })

  it.each([
    ['Oak Street 2 beds', 'Oak Street', { bedrooms: 2 }],
    ['Oak Homes 2br with wifi', 'Oak Homes', { bedrooms: 2, without: ['internet'] }],
    ['gym, west', 'gym', { locations: ['West'] }],
    ['gym west', 'gym west', {}],
    ['2 bed Cheap Street', 'Cheap Street', { bedrooms: 2 }],
    ['Pet Lane, 2 bed under 1200', 'Pet Lane', { bedrooms: 2, maxPrice: '1200' }],
    ['2 bed 1500 West', '1500 West', { bedrooms: 2 }],
    ['2 bed 2027', '2027', { bedrooms: 2 }],
    ['2 bed over 900 1500', '1500', { bedrooms: 2, minPrice: '900' }],
    ['gorge view in west under $900', 'gorge view', { locations: ['West'], maxPrice: '900' }],
    ['2 under 1200 bed', '', { bedrooms: 2, maxPrice: '1200' }],
  ])('%s keeps the words that are no terms', (typed, text, filters) => {
    expect(parse(typed)).toEqual({ text, filters })
  })

  it('is said in words', () => {
    const { filters } = parse('2 bed $800-$1200 in west in north, 10 min walk to campus')

    expect(labels(filters)).toEqual([
      ...['West', 'North', '2+ beds', 'From $800', 'Up to $1,200', 'Within 10 min walk of Ho Plaza'],
    ])
  })

  it('leaves out what the university does not have', () => {
    expect(labels({ commute: 'nowhere:walk:5' })).toEqual([])
  })
})

const WORDS = [
  ...'2 two bed br 1ba bath under at least most between and to or more 1200 $900 1.2k $800-$900'.split(' '),
  ...'<$700 near in the west north college town campus ho plaza engineering quad within 15 min'.split(' '),
  ...'walk of from by car oak street with laundry pets wifi studio cheap 1500 quiet house aug 1'.split(' '),
  ...'2027 2b2b allowed available 2027-08-01 "west" , / $ apartment ﷺ 👍🏽 __proto__ constructor'.split(' '),
  'toString',
  'west campus',
]

const typing = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(' ')),
)

const setFilters: fc.Arbitrary<SearchFilters> = fc
  .record(
    {
      locations: fc.uniqueArray(fc.constantFrom(...PLACES.areas.map(({ name }) => name)), { minLength: 1 }),
      minPrice: fc.integer({ min: 1, max: 99_999 }).map(String),
      maxPrice: fc.integer({ min: 1, max: 99_999 }).map(String),
      bedrooms: fc.integer({ min: 1, max: 9 }),
      maxBedrooms: fc.integer({ min: 0, max: 9 }),
      bathrooms: fc.integer({ min: 1, max: 9 }),
      commute: fc
        .record({
          placeId: fc.constantFrom(...Object.keys(PLACES.landmarks)),
          mode: fc.constantFrom('walk' as const, 'drive' as const),
          minutes: fc.integer({ min: 1, max: 999 }),
        })
        .map(commuteText),
      // More would be longer than what is parsed.
      amenities: fc.constantFrom(...AMENITY_IDS).map((id) => [id]),
      without: fc.constantFrom('pests', 'noise').map((topic) => [topic]),
      availableBy: fc
        .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    },
    { requiredKeys: [] },
  )
  .map((filters) => mergeFilters({}, filters, PLACES))

// The same examples in every run.
const RUNS = { numRuns: 500, seed: 20_261_122 }

describe('the grammar of searches', () => {
  it('understands whatever is typed, and finds nothing more in the text that is left', () => {
    fc.assert(
      fc.property(typing, (typed) => {
        const { text } = parse(typed)

        expect(parse(text)).toEqual({ text, filters: {} })
      }),
      RUNS,
    )
  })

  it('leaves every word that it does not understand, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }), (words) => {
        const typed = words.join(' ')
        const { text, filters } = parse(typed)

        if (Object.keys(filters).length === 0) expect(text).toBe(typed.trim())
        const rest = typed.split(/\s+/)
        for (const word of text.split(/\s+/).filter(Boolean)) {
          const at = rest.indexOf(word)
          expect(at).toBeGreaterThanOrEqual(0)
          rest.splice(0, at + 1)
        }
      }),
      RUNS,
    )
  })

  it('reads these words back as the same filters', () => {
    fc.assert(
      fc.property(setFilters, (filters) => {
        expect(parse(labels(filters).join(', '))).toEqual({ text: '', filters })
      }),
      RUNS,
    )
  })
})
