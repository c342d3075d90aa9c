import { createSearchIndex, type SearchFilter } from '../src/index'
import { createRandom, pick } from '../test/random'

const SIZES = [1_000, 100_000]
const ROUNDS = 10
const COLUMNS = ['rent', 'beds', 'rating', 'minutes'] as const
const ORDERS = COLUMNS.flatMap((by) => [true, false].map((isAscending) => ({ by, isAscending })))
const STARTS = ['Ald', 'Birch', 'Cob', 'Dove', 'Eld', 'Fox', 'Grist', 'Haw', 'Iron', 'Jun', 'Kest', 'Lark']
const ENDS = ['er', 'wood', 'ble', 'cote', 'berry', 'glove', 'mill', 'thorn', 'ridge', 'field', 'rey', 'ry']
const NAMES = STARTS.flatMap((start) => ENDS.map((end) => start + end))

const VARIANT_COLUMNS = ['price', 'rooms'] as const
const TAGS = ['laundry', 'parking', 'pets', 'furnished', 'step-free']

type Filter = SearchFilter<(typeof COLUMNS)[number], (typeof VARIANT_COLUMNS)[number]>
const FILTERS: Record<string, Filter> = {
  'no filter': {},
  'two categories': { categories: ['A', 'C'] },
  'three ranges, 5 % fit': {
    ranges: [
      { of: 'rent', least: 900, most: 1200 },
      { of: 'beds', least: 4, most: Infinity },
      { of: 'minutes', least: 0, most: 20 },
    ],
  },
  'one range in which nearly nothing is': {
    categories: ['A'],
    ranges: [{ of: 'rent', least: 501, most: 502 }],
  },
  'a category that no document has': { categories: ['Z'] },
  'two ranges that many fit, but hardly one both': {
    ranges: [
      { of: 'beds', least: 6, most: Infinity },
      { of: 'rating', least: 1, most: 2 },
    ],
  },
  'two tags, and one variant in two ranges': {
    tags: ['laundry', 'pets'],
    variantRanges: [
      { of: 'price', least: -Infinity, most: 900 },
      { of: 'rooms', least: 3, most: Infinity },
    ],
  },
}

function load(size: number) {
  const random = createRandom(size)
  const index = createSearchIndex({
    fields: { name: 3, address: 2 },
    columns: COLUMNS,
    variantColumns: VARIANT_COLUMNS,
  })
  const documentOf = () => {
    const beds = random(8)
    return {
      texts: {
        name: `${pick(random, NAMES)} ${pick(random, ['House', 'Lofts', 'Court', 'Terrace'])}`,
        address: `${random(900)} ${pick(random, NAMES)} ${pick(random, ['Street', 'Ave'])}, Ithaca, NY 14850`,
      },
      category: pick(random, ['A', 'B', 'C', 'D', 'E']),
      tags: TAGS.filter(() => random(3) === 0),
      variants: Array.from({ length: 1 + random(4) }, () => ({
        price: 500 + 5 * random(400),
        rooms: random(7),
      })),
      numbers: {
        rent: random(10) === 0 ? null : 500 + 5 * random(400),
        beds,
        rating: beds >= 6 ? 3 + random(20) / 10 : random(50) / 10,
        minutes: random(4) === 0 ? null : random(60),
      },
    }
  }
  for (let id = 0; id < size; id += 1) index.set(String(id), documentOf())
  const texts = Array.from({ length: 200 }, () => {
    const name = pick(random, NAMES)
    const at = 1 + random(name.length - 1)
    return pick(random, [
      name,
      name.slice(0, at),
      name.slice(0, at) + name.slice(at + 1),
      `${random(900)} ${name} street`,
      `${random(900)} ${name} Ave, Ithaca, NY 14850`,
    ])
  })
  return { index, texts, change: () => index.set(String(random(size)), documentOf()) }
}

let times = 0

/** The same filter in other words, so that its matches are not cached. */
function once(filter: Filter): Filter {
  times += 1
  return { ...filter, ranges: [...(filter.ranges ?? []), { of: 'beds', least: -times, most: Infinity }] }
}

/** Microseconds of one of `count` runs, the best of some rounds: a pause of the machine is not the index's. */
function measure(run: () => void, count: number): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  return (Math.min(...times) * 1000) / count
}

const catalogs = SIZES.map((size) => {
  const startedAt = performance.now()
  const catalog = load(size)
  return { ...catalog, loadedMs: performance.now() - startedAt }
})

function report(name: string, run: (catalog: (typeof catalogs)[number]) => void, count: number): void {
  const times = catalogs.map((catalog) =>
    measure(() => run(catalog), count)
      .toFixed(1)
      .padStart(10),
  )
  process.stdout.write(`${name.padEnd(62)}${times.join('')}\n`)
}

process.stdout.write(
  `microseconds, by documents${' '.repeat(36)}${SIZES.map((size) => String(size).padStart(10)).join('')}\n`,
)
process.stdout.write(
  `one document indexed${' '.repeat(42)}${catalogs.map(({ loadedMs }, at) => ((loadedMs * 1000) / (SIZES[at] ?? 1)).toFixed(1).padStart(10)).join('')}\n`,
)
for (const [name, filter] of Object.entries(FILTERS)) {
  const select = ({ index }: (typeof catalogs)[number]) => {
    for (const order of ORDERS) index.select({ filter, order, size: 21 })
  }
  report(`first 21: ${name}`, select, ORDERS.length)
  report(`count: ${name}`, ({ index }) => void index.count({ filter }), 1)
  report(`count, asked for once: ${name}`, ({ index }) => void index.count({ filter: once(filter) }), 1)
}
report(
  'text, best first',
  ({ index, texts }) => {
    for (const text of texts) index.select({ text, size: 21 })
  },
  200,
)
report(
  'text, cheapest first',
  ({ index, texts }) => {
    for (const text of texts) index.select({ text, order: { by: 'rent', isAscending: true }, size: 21 })
  },
  200,
)
report(
  'a change, and one order read after it',
  ({ index, change }) => {
    for (let changes = 0; changes < 20; changes += 1) {
      change()
      index.select({ order: { by: 'rent', isAscending: true }, size: 21 })
    }
  },
  20,
)
