import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createSearchIndex, type SearchDocument, type Selection } from '../src/search-index'
import { naiveSearch } from './naive-search'
import { createRandom, pick, type Random } from './random'

const FIELDS = { name: 3, address: 2, company: 1 }
const COLUMNS = ['rent', 'beds', 'rating', 'minutes'] as const
const VARIANT_COLUMNS = ['price', 'rooms'] as const
type Field = keyof typeof FIELDS
type Column = (typeof COLUMNS)[number]
type VariantColumn = (typeof VARIANT_COLUMNS)[number]
type Document = SearchDocument<Field, Column, VariantColumn>
type AnySelection = Selection<Field, Column, VariantColumn>

const CATEGORIES = ['NORTH', 'WEST', 'DOWNTOWN']
const TAGS = ['laundry', 'pets', 'parking']
const NAMES = 'Maple Mapleton Gorge Gorgeous Quarry Heron Linden Lindner College Town'.split(' ')
const KINDS = ['House', 'Court', 'Lofts', 'Collegetown', 'Terrace', 'St']
const TEXTS = [
  ...['street', 'house', 'maple court', 'h', '12 gorge', 'huose', 'mapl', 'colege town', 'linden zeppelin'],
  ...['maplehouse', 'gorge view in the north', '7', 'st', 'quary hern', 'zeppelin', ''],
  'collegetown 3 north st',
]

const orNull = (random: Random, value: number) => (random(8) === 0 ? null : value)

const anyDocument = (random: Random): Document => ({
  texts: {
    name: `${pick(random, NAMES)} ${pick(random, KINDS)}`,
    address: `${random(40)} ${pick(random, ['', 'N '])}${pick(random, NAMES)} ${pick(random, ['Street', 'Ave'])}, Ithaca`,
    company: random(3) === 0 ? `${pick(random, NAMES)} Homes` : '',
  },
  category: pick(random, CATEGORIES),
  tags: TAGS.filter(() => random(2) === 0),
  variants: Array.from({ length: random(4) }, () => ({
    price: orNull(random, random(8) === 0 ? Infinity : 500 + random(12) * 100),
    rooms: orNull(random, random(5)),
  })),
  numbers: {
    rent: orNull(random, 500 + random(60) * 25),
    beds: orNull(random, random(7)),
    rating: orNull(random, random(41) / 10),
    minutes: random(2) === 0 ? null : random(40),
  },
})

function anySelection(random: Random): AnySelection {
  const least = random(2) === 0 ? 0 : 400 + random(1700)
  const ranges = [
    { of: 'rent' as const, least, most: random(2) === 0 ? Infinity : least + random(800) },
    { of: 'beds' as const, least: random(8), most: Infinity },
    { of: 'minutes' as const, least: 0, most: random(40) },
  ]
  const cheapest = 400 + random(12) * 100
  const variantRanges = [
    { of: 'price' as const, least: cheapest, most: random(2) === 0 ? Infinity : cheapest + 200 },
    { of: 'rooms' as const, least: random(2) === 0 ? -Infinity : random(6), most: 1 + random(5) },
  ]
  return {
    text: random(2) === 0 ? undefined : pick(random, TEXTS),
    filter:
      random(5) === 0
        ? undefined
        : {
            categories:
              random(2) === 0 ? [] : [pick(random, CATEGORIES), pick(random, [...CATEGORIES, 'ATLANTIS'])],
            tags: [...TAGS, 'helipad'].filter(() => random(6) === 0),
            ranges: ranges.filter(() => random(3) === 0),
            variantRanges: variantRanges.filter(() => random(3) === 0),
          },
    order: random(4) === 0 ? undefined : { by: pick(random, COLUMNS), isAscending: random(2) === 0 },
    size: pick(random, [0, 1, 21, Infinity]),
  }
}

function startIndex() {
  const index = createSearchIndex({ fields: FIELDS, columns: COLUMNS, variantColumns: VARIANT_COLUMNS })
  const documents = new Map<string, Document>()
  let scan: ReturnType<typeof naiveSearch> | undefined
  return {
    index,
    documents,
    set(id: string, document: Document | undefined) {
      scan = undefined
      index.set(id, document)
      if (document) documents.set(id, document)
      else documents.delete(id)
    },
    expectTheSame(selection: AnySelection) {
      scan ??= naiveSearch(documents, FIELDS)
      const all = scan({ ...selection, size: Infinity })
      expect({ selection, ids: index.select(selection) }).toEqual({
        selection,
        ids: all.slice(0, selection.size),
      })
      expect(index.count(selection)).toBe(all.length)
    },
  }
}

describe('the search index', () => {
  it.each([1, 20, 300])(
    'of %i documents finds what a scan of all of them finds, after any changes',
    (count) => {
      const random = createRandom(count)
      const { set, expectTheSame } = startIndex()
      for (let id = 0; id < count; id += 1) set(String(id), anyDocument(random))

      for (let round = 0; round < 100; round += 1) {
        expectTheSame(anySelection(random))
        for (let times = random(12); times > 0; times -= 1)
          set(String(random(count * 1.2)), random(6) === 0 ? undefined : anyDocument(random))
      }
    },
  )

  it('orders 1,500 documents as sorting them does, after single changes and after one of all of a column', () => {
    const random = createRandom(5)
    const { index, documents, set, expectTheSame } = startIndex()
    for (let id = 0; id < 1_500; id += 1) set(String(id), anyDocument(random))
    const noText = () => expectTheSame({ ...anySelection(random), text: undefined })

    for (let round = 0; round < 40; round += 1) {
      noText()
      set(String(random(1_800)), random(6) === 0 ? undefined : anyDocument(random))
      if (round % 20 !== 0) continue
      for (const document of documents.values())
        document.numbers = { ...document.numbers, rating: orNull(random, random(50)) }
      index.setColumn('rating', (id) => documents.get(id)?.numbers.rating ?? null)
    }
  })
})

describe('a filter asked for again', () => {
  const random = createRandom(7)
  const { index, set, expectTheSame } = startIndex()
  const goodOnes = { filter: { ranges: [{ of: 'rating' as const, least: 3, most: Infinity }] }, size: 9 }
  const count = () => index.count(goodOnes)
  beforeAll(() => {
    for (let id = 0; id < 50; id += 1)
      set(String(id), { ...anyDocument(random), numbers: { rent: 1, beds: 1, rating: 4, minutes: 1 } })
  })

  it('finds what passes it after a document was changed, removed or added', () => {
    expect(count()).toBe(50)
    set('7', { ...anyDocument(random), numbers: { rent: 1, beds: 1, rating: 2, minutes: 1 } })
    expect(count()).toBe(49)
    set('8', undefined)
    expect(count()).toBe(48)
    set('8', { ...anyDocument(random), numbers: { rent: 1, beds: 1, rating: 5, minutes: 1 } })
    expect(count()).toBe(49)
    expectTheSame(goodOnes)
  })

  it('finds what passes it after one number of all documents was changed', () => {
    index.setColumn('rating', (id) => (Number(id) < 10 ? 5 : 1))

    expect(count()).toBe(10)
  })

  it('is told apart from one that has another bound only where JSON knows no number', () => {
    const within = (least: number, most: number) =>
      index.count({ filter: { ranges: [{ of: 'beds', least, most }] } })

    expect(within(-Infinity, 1)).toBe(50)
    expect(within(Infinity, 1)).toBe(0)
  })
})

describe('tags', () => {
  it('are at most 31 different ones', () => {
    const index = createSearchIndex({ fields: { name: 1 }, columns: [], variantColumns: [] })
    const tagged = (...tags: string[]) => ({
      texts: { name: 'House' },
      category: '',
      tags,
      numbers: {},
      variants: [],
    })
    index.set('1', tagged(...Array.from({ length: 31 }, (_, at) => `tag ${at}`)))

    expect(() => index.set('2', tagged('one more'))).toThrow('There are more than 31 tags.')
  })
})

// They lie beside the repository, not in it.
const realFile = path.resolve(__dirname, '../../../../shared/data/buildings.json')
const describeIfThere = existsSync(realFile) ? describe : describe.skip

describeIfThere('the search index of the real listings', () => {
  interface Row {
    id: number
    name: string
    address: string
    area: string
    landlordId: number
  }
  const rows: Row[] = existsSync(realFile) ? JSON.parse(readFileSync(realFile, 'utf8')) : []
  const { set, expectTheSame } = startIndex()
  beforeAll(() => {
    for (const { id, name, address, area, landlordId } of rows)
      set(String(id), {
        texts: { name, address, company: '' },
        category: area,
        tags: [],
        variants: [],
        numbers: { rent: null, beds: null, rating: null, minutes: landlordId },
      })
  })

  it('finds by beginnings, misspellings and parts of their texts what a scan finds', () => {
    const random = createRandom(244)
    const typed = Array.from({ length: 60 }, (_, count) => {
      const { name, address } = pick(random, rows)
      const text = count % 2 === 0 ? name : address
      const at = random(text.length)
      return pick(random, [
        text,
        text.slice(0, at + 1),
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
        `${text} ${pick(random, rows).name}`,
      ])
    })

    for (const text of typed) {
      expectTheSame({ text, size: 21 })
      expectTheSame({ text, size: 21, order: { by: 'minutes', isAscending: true } })
    }
  })
})
