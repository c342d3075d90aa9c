import { Binary, BSONRegExp, type Document, Double, Long, ObjectId } from 'mongodb'
import { describePage, fails, gives, idsOf, type Probe } from './manual'

const id = new ObjectId('65f000000000000000000001')
const date = new Date('2026-05-01')
const bytes = new Binary(Buffer.from('x'))

/** One document per kind of value; the first has no field at all. */
const values: unknown[] = [
  undefined,
  null,
  1,
  1.5,
  Long.fromNumber(2),
  'b',
  'B',
  { x: 1 },
  [1, 'b'],
  [],
  bytes,
  id,
  true,
  false,
  date,
  new BSONRegExp('r'),
  Number.NaN,
  [[1]],
  new Double(0),
  [null],
  { x: 1, y: 2 },
  '',
]
const documents = values.map((a) => (a === undefined ? {} : { a }))

type Sample = [bracket: string, rank: (number | string)[]]

/** A value as the manual's comparison order sees it: its type bracket and, inside of it, something that orders. */
function sampleOf(value: unknown): Sample {
  if (value === undefined || value === null) return ['null', [0]]
  if (typeof value === 'number') return ['number', [Number.isNaN(value) ? 'NaN' : value]]
  if (value instanceof Long || value instanceof Double) return ['number', [Number(value)]]
  if (typeof value === 'string') return ['string', [value]]
  if (typeof value === 'boolean') return ['boolean', [Number(value)]]
  if (value instanceof Date) return ['date', [value.getTime()]]
  if (value instanceof ObjectId) return ['objectId', [value.toHexString()]]
  if (value instanceof Binary) return ['binary', [value.toString('base64')]]
  if (value instanceof BSONRegExp) return ['regex', [value.pattern]]
  if (Array.isArray(value)) return ['array', value.flatMap((item) => sampleOf(item).flat())]
  return ['object', Object.entries(value).flatMap(([name, item]) => [...sampleOf(item).flat(), name])]
}

const BRACKETS = [
  'null',
  'number',
  'string',
  'object',
  'array',
  'binary',
  'objectId',
  'boolean',
  'date',
  'regex',
]

function orderOf(left: Sample, right: Sample): number | undefined {
  if (left[0] !== right[0]) return undefined
  const [a, b] = [left[1], right[1]]
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [first, second] = [a[at], b[at]]
    if (first === second) continue
    // NaN is in no order with other numbers.
    if (first === 'NaN' || second === 'NaN') return undefined
    const [firstRank, secondRank] = [BRACKETS.indexOf(String(first)), BRACKETS.indexOf(String(second))]
    if (firstRank !== secondRank) return firstRank - secondRank
    return Number(first) < Number(second) || String(first) < String(second) ? -1 : 1
  }
  return a.length - b.length
}

/** What a condition on a field is tried on: the value and, of an array, each element. */
function triedOn(value: unknown): unknown[] {
  return Array.isArray(value) ? [...value, value] : [value]
}

const accepting: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
}

function matching(operator: string, operand: unknown): number[] {
  return [...values.keys()].filter((index) =>
    triedOn(values[index]).some((value) => {
      const order = orderOf(sampleOf(value), sampleOf(operand))
      return order !== undefined && accepting[operator]?.(order)
    }),
  )
}

const except = (ids: number[]): number[] => [...values.keys()].filter((index) => !ids.includes(index))

const operands: [name: string, operand: unknown][] = [
  ['null', null],
  ['an int', 1],
  ['a double that is whole', new Double(1)],
  ['a long', Long.fromNumber(2)],
  ['a fraction', 1.5],
  ['zero', 0],
  ['minus zero', new Double(-0)],
  ['NaN', Number.NaN],
  ['a string', 'b'],
  ['an empty string', ''],
  ['a document', { x: 1 }],
  ['an array', [1, 'b']],
  ['an empty array', []],
  ['an array that is an element', [1]],
  ['bytes', bytes],
  ['an ObjectId', id],
  ['true', true],
  ['a date', date],
]

const pages: Record<string, string> = { $eq: 'eq', $gt: 'gt', $gte: 'gte', $lt: 'lt', $lte: 'lte' }

for (const [operator, page] of Object.entries(pages)) {
  describePage(`reference/operator/query/${page}`, [
    ...operands.map(([name, operand]): Probe => {
      return {
        rule: `${operator} compares with ${name}`,
        given: documents,
        run: (subject) => idsOf(subject, { a: { [operator]: operand } }),
        answer: gives(matching(operator, operand)),
      }
    }),
    {
      rule: `${operator} and a regular expression`,
      given: documents,
      run: (subject) => idsOf(subject, { a: { [operator]: new BSONRegExp('r') } }),
      answer: operator === '$eq' ? gives([15]) : fails(2),
    },
  ])
}

describePage(
  'reference/operator/query/in',
  operands.flatMap(([name, operand]): Probe[] => [
    {
      rule: `$in takes ${name}`,
      given: documents,
      run: (subject) => idsOf(subject, { a: { $in: [operand, 'nothing'] } }),
      answer: gives(matching('$eq', operand)),
    },
    {
      rule: `a bare value means equality with ${name}`,
      given: documents,
      run: (subject) => idsOf(subject, { a: operand }),
      answer: gives(matching('$eq', operand)),
    },
  ]),
)

describePage(
  'reference/operator/query/nin',
  operands.flatMap(([name, operand]): Probe[] => [
    {
      rule: `$nin leaves out ${name}`,
      given: documents,
      run: (subject) => idsOf(subject, { a: { $nin: [operand] } }),
      answer: gives(except(matching('$eq', operand))),
    },
    {
      rule: `$ne is the opposite of equality with ${name}`,
      given: documents,
      run: (subject) => idsOf(subject, { a: { $ne: operand } }),
      answer: gives(except(matching('$eq', operand))),
    },
    {
      rule: `$not is the opposite of $gte with ${name}`,
      given: documents,
      run: (subject) => idsOf(subject, { a: { $not: { $gte: operand } } }),
      answer: gives(except(matching('$gte', operand))),
    },
  ]),
)

const probe = (rule: string, given: Document[], filter: Document, answer: Probe['answer']): Probe => ({
  rule,
  given,
  run: (subject) => idsOf(subject, filter),
  answer,
})

describePage('reference/operator/query/elemMatch', [
  probe(
    'takes several conditions for one element',
    [{ a: [1, 9] }, { a: [5] }],
    { a: { $elemMatch: { $gt: 4, $lt: 6 } } },
    gives([1]),
  ),
  probe(
    'takes conditions on fields of an element',
    [{ a: [{ x: 1, y: 2 }] }, { a: [{ x: 1 }, { y: 2 }] }],
    { a: { $elemMatch: { x: 1, y: 2 } } },
    gives([0]),
  ),
  probe(
    'sees an array inside of an array by positions',
    [{ a: [[5]] }, { a: [5] }],
    { a: { $elemMatch: { 0: 5 } } },
    gives([0]),
  ),
  probe('matches no scalar', [{ a: 5 }], { a: { $elemMatch: { $gt: 1 } } }, gives([])),
  probe(
    'does not enter the arrays inside of an array for operators',
    [{ a: [[5]] }],
    { a: { $elemMatch: { $gt: 4 } } },
    gives([]),
  ),
  probe(
    'takes $or',
    [{ a: [{ x: 1 }] }, { a: [{ y: 1 }] }, { a: [{ z: 1 }] }],
    { a: { $elemMatch: { $or: [{ x: 1 }, { y: 1 }] } } },
    gives([0, 1]),
  ),
  probe('needs a document', [], { a: { $elemMatch: 1 } }, fails(2)),
  probe('refuses an unknown operator', [], { a: { $elemMatch: { $nope: 1 } } }, fails(2)),
  probe(
    'needs an element for an empty condition that is a document',
    [{ a: [{}] }, { a: [1] }, { a: [] }],
    { a: { $elemMatch: {} } },
    gives([0]),
  ),
])

describePage('reference/operator/query/exists', [
  probe('true finds null, too', documents.slice(0, 3), { a: { $exists: true } }, gives([1, 2])),
  probe('false finds what is missing', documents.slice(0, 3), { a: { $exists: false } }, gives([0])),
  probe('1 means true', documents.slice(0, 3), { a: { $exists: 1 } }, gives([1, 2])),
  probe('0 means false', documents.slice(0, 3), { a: { $exists: new Double(0) } }, gives([0])),
  probe('any string means true', documents.slice(0, 3), { a: { $exists: '' } }, gives([1, 2])),
  probe('null means false', documents.slice(0, 3), { a: { $exists: null } }, gives([0])),
  probe(
    'enters arrays',
    [{ a: [{ b: 1 }] }, { a: [{ c: 1 }] }, { a: [] }],
    { 'a.b': { $exists: true } },
    gives([0]),
  ),
])

describePage('reference/operator/query/size', [
  probe('counts elements', [{ a: [] }, { a: [1] }, { a: [1, 2] }, { a: 1 }], { a: { $size: 1 } }, gives([1])),
  probe('takes a double that is whole', [{ a: [1] }], { a: { $size: new Double(1) } }, gives([0])),
  probe('takes a long', [{ a: [1] }], { a: { $size: Long.fromNumber(1) } }, gives([0])),
  probe('refuses a fraction', [], { a: { $size: 1.5 } }, fails(9)),
  probe('refuses a negative number', [], { a: { $size: -1 } }, fails(2)),
  probe('refuses a string', [], { a: { $size: '1' } }, fails(9)),
])

describePage('reference/operator/query-logical', [
  ...['$and', '$or', '$nor'].flatMap((operator): Probe[] => [
    probe(`${operator} needs an array`, [], { [operator]: { a: 1 } }, fails(2)),
    probe(`${operator} needs a branch`, [], { [operator]: [] }, fails(2)),
    probe(`${operator} needs documents`, [], { [operator]: [1] }, fails(2)),
    probe(
      `${operator} refuses an unknown operator in a branch`,
      [],
      { [operator]: [{ a: { $nope: 1 } }] },
      fails(2),
    ),
  ]),
  probe(
    '$nor finds what passes no branch',
    [{ a: 1 }, { b: 1 }, {}],
    { $nor: [{ a: 1 }, { b: 1 }] },
    gives([2]),
  ),
  probe('$not needs an operator or an expression', [], { a: { $not: 1 } }, fails(2)),
  probe('$not refuses an empty condition', [], { a: { $not: {} } }, fails(2)),
  probe('$not takes an expression', [{ a: 'x' }, { a: 'y' }], { a: { $not: /x/ } }, gives([1])),
  probe('an unknown operator on a field is refused', [], { a: { $nope: 1 } }, fails(2)),
  probe('an unknown operator at the top is refused', [], { $nope: 1 }, fails(2)),
  probe(
    'operators after a field that is none are part of a document',
    [{ a: { x: 1, $gt: 2 } }],
    { a: { x: 1, $gt: 2 } },
    gives([0]),
  ),
  probe('a field beside operators is refused', [], { a: { $gt: 2, x: 1 } }, fails(2)),
  probe('$in needs an array', [], { a: { $in: 1 } }, fails(2)),
  probe('$in refuses operators', [], { a: { $in: [{ $gt: 1 }] } }, fails(2)),
  probe('$nin needs an array', [], { a: { $nin: 1 } }, fails(2)),
  probe('$ne refuses an expression', [], { a: { $ne: /x/ } }, fails(2)),
  probe('$comment changes nothing', [{ a: 1 }], { a: 1, $comment: 'why' }, gives([0])),
  probe(
    '$expr compares fields',
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    { $expr: { $gt: ['$a', '$b'] } },
    gives([1]),
  ),
  probe(
    '$expr is false for zero, null and what is missing',
    [{ a: 0 }, { a: null }, {}, { a: '' }, { a: Long.fromNumber(0) }],
    { $expr: '$a' },
    gives([3]),
  ),
])

const unsupported: [operator: string, filter: Document, ids: number[]][] = [
  ['$all', { a: { $all: [1] } }, [0]],
  ['$mod', { a: { $mod: [2, 1] } }, [0]],
  ['$type', { a: { $type: 'int' } }, [0]],
  ['$bitsAllSet', { a: { $bitsAllSet: 1 } }, [0]],
  ['$bitsAnySet', { a: { $bitsAnySet: 1 } }, [0]],
  ['$bitsAllClear', { a: { $bitsAllClear: 2 } }, [0]],
  ['$bitsAnyClear', { a: { $bitsAnyClear: 2 } }, [0]],
  ['$jsonSchema', { $jsonSchema: { required: ['a'] } }, [0]],
  ['$geoWithin', { b: { $geoWithin: { $center: [[0, 0], 1] } } }, []],
]

describePage(
  'reference/operator/query',
  unsupported.map(([operator, filter, ids]): Probe => {
    return { ...probe(`${operator} is known`, [{ a: 1 }], filter, gives(ids)), refusedAs: operator }
  }),
)

describePage('core/document', [
  probe('a path enters arrays of documents', [{ a: [{ b: 1 }, { b: 2 }] }], { 'a.b': 2 }, gives([0])),
  probe(
    'a position in a path is of an array or a name',
    [{ a: [5, 6] }, { a: { 1: 6 } }],
    { 'a.1': 6 },
    gives([0, 1]),
  ),
  probe('a position does not enter the array that it chooses', [{ a: [[1, 2]] }], { 'a.0': 1 }, gives([])),
  probe('a path does not enter arrays inside of arrays', [{ a: [[{ b: 1 }]] }], { 'a.b': 1 }, gives([])),
  probe('null below a scalar means missing', [{ a: 1 }], { 'a.b': null }, gives([0])),
  probe('null below an array of scalars means nothing', [{ a: [1] }], { 'a.b': null }, gives([])),
  probe(
    'the order of fields counts in a document',
    [{ a: { x: 1, y: 2 } }],
    { a: { y: 2, x: 1 } },
    gives([]),
  ),
])

const text = (pattern: string, options: string, texts: string[], matches: number[]): Probe =>
  probe(
    `/${pattern}/${options} matches as in PCRE`,
    texts.map((a) => ({ a })),
    { a: new BSONRegExp(pattern, options) },
    gives(matches),
  )

describePage('reference/operator/query/regex', [
  text('^a$', '', ['a', 'a\n', 'ba', 'a\nb'], [0, 1]),
  text('^b$', 'm', ['a\nb', 'b', 'ab'], [0, 1]),
  text('a.b', '', ['a\nb', 'axb', 'a\rb', 'a\u2028b'], [1, 2, 3]),
  text('a.b', 's', ['a\nb', 'axb'], [0, 1]),
  text('[[:alpha:]]+[[:digit:]]', '', ['ab1', 'é1', '11'], [0]),
  text('[[:space:]]', '', ['a b', 'a\u00a0b', 'a\tb'], [0, 2]),
  text('\\s', '', ['a b', 'a\u00a0b', 'a\u2003b'], [0]),
  text('\\S', '', [' ', '\u00a0'], [1]),
  text('^\\w+$', '', ['ab_1', 'é'], [0]),
  text('\\d', '', ['1', '\u0661'], [0]),
  text('[^\\d]', '', ['1', 'a'], [1]),
  text('[]a]', '', [']', 'a', 'b'], [0, 1]),
  text('[^]a]', '', [']', 'a', 'b'], [2]),
  text('[a-]', '', ['-', 'a', 'b'], [0, 1]),
  text('[\\w-.]', '', ['-', '.', 'a', '!'], [0, 1, 2]),
  text('a{,}', '', ['a{,}', 'a'], [0]),
  text('a{2}', '', ['a', 'aa'], [1]),
  text('x{', '', ['x{', 'x'], [0]),
  text('}', '', ['}', 'x'], [0]),
  text('\\-\\_\\!', '', ['-_!', 'x'], [0]),
  text('\\x41\\x{1F600}', '', ['A\u{1F600}', 'A'], [0]),
  text('É', 'i', ['é', 'e'], [0]),
  text('^.$', '', ['\u{1F600}', 'ab'], [0]),
  text('\\p{Lu}', '', ['a', 'É'], [1]),
  text('\\PL', '', ['a', '1'], [1]),
  text('(?<=a)b(?!c)', '', ['ab', 'abc', 'b'], [0]),
  text('(?P<x>a)\\1', '', ['aa', 'a'], [0]),
  text('(a)(?:b)?c', '', ['ac', 'abc', 'bc'], [0, 1]),
  probe('$options come beside $regex', [{ a: 'Ab' }], { a: { $regex: '^a', $options: 'i' } }, gives([0])),
  probe('$options need $regex', [], { a: { $options: 'i' } }, fails(2)),
  probe('$regex needs a pattern', [], { a: { $regex: 1 } }, fails(2)),
  probe('$options are a string', [], { a: { $regex: 'a', $options: 1 } }, fails(2)),
  probe('an unknown option is refused', [], { a: { $regex: 'a', $options: 'q' } }, fails(51108)),
  probe(
    'options are given once',
    [],
    { a: { $regex: new BSONRegExp('a', 'i'), $options: 's' } },
    fails(51075),
  ),
  probe('an invalid pattern is refused', [], { a: { $regex: '(' } }, fails(51091)),
  probe('an unterminated class is refused', [], { a: { $regex: '[a' } }, fails(51091)),
  probe(
    'an expression in $in matches',
    [{ a: 'xyz' }, { a: ['no', 'y'] }, { a: 1 }],
    { a: { $in: [/y/] } },
    gives([0, 1]),
  ),
  probe(
    'a stored expression equals itself',
    [{ a: new BSONRegExp('y') }],
    { a: new BSONRegExp('y') },
    gives([0]),
  ),
  { ...text('(?i)a', '', ['A'], [0]), refusedAs: '(?i' },
  { ...text('a++b', '', ['aab'], [0]), refusedAs: '++' },
  { ...text('(?>a)', '', ['a'], [0]), refusedAs: '(?>' },
  { ...text('\\Aa\\z', '', ['a'], [0]), refusedAs: '\\A' },
  { ...text('\\Qa.b\\E', '', ['a.b'], [0]), refusedAs: '\\Q' },
  { ...text('a b', 'x', ['ab'], [0]), refusedAs: "'x'" },
])
