import { type Document, Double, Int32, Long } from 'mongodb'
import { describePage, fails, gives, type Probe } from './manual'

const given: Document[] = [
  { a: 1, list: [1, 2], s: 'x', d: new Date(1000), big: Long.fromString('9007199254740993') },
  { a: 2.5, list: [], s: 'y' },
  { a: null, list: null },
  { list: 5 },
]

const piping = (rule: string, pipeline: unknown[], answer: Probe['answer'], documents = given): Probe => ({
  rule,
  given: documents,
  run: ({ items }) => items.aggregate(pipeline as Document[]).toArray(),
  answer,
})

const refusing = (rule: string, stage: Document, code: number): Probe => piping(rule, [stage], fails(code))

describePage('reference/operator/aggregation/group', [
  piping(
    'collects every accumulator',
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: null,
          n: { $sum: 1 },
          count: { $count: {} },
          sum: { $sum: '$a' },
          avg: { $avg: '$a' },
          min: { $min: '$a' },
          max: { $max: '$a' },
          first: { $first: '$a' },
          last: { $last: '$a' },
          all: { $push: '$a' },
        },
      },
    ],
    gives([
      {
        _id: null,
        n: 4,
        count: 4,
        sum: 3.5,
        avg: 1.75,
        min: 1,
        max: 2.5,
        first: 1,
        last: null,
        all: [1, 2.5, null],
      },
    ]),
  ),
  piping(
    'takes what is missing for null',
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $sort: { _id: 1 } }],
    gives([
      { _id: null, n: 2 },
      { _id: 1, n: 1 },
      { _id: 2.5, n: 1 },
    ]),
  ),
  piping(
    'takes equal numbers for one',
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    gives([{ _id: 1, n: 3 }]),
    [{ a: 1 }, { a: new Double(1) }, { a: Long.fromNumber(1) }],
  ),
  piping(
    'groups by several fields',
    [{ $group: { _id: { x: '$x', y: '$y' }, n: { $sum: 1 } } }],
    gives([{ _id: { x: 1 }, n: 2 }]),
    [{ x: 1 }, { x: 1 }],
  ),
  piping(
    'averages nothing to null',
    [{ $group: { _id: null, avg: { $avg: '$s' }, sum: { $sum: '$s' } } }],
    gives([{ _id: null, avg: null, sum: 0 }]),
  ),
  piping(
    'adds to a set once',
    [{ $group: { _id: null, set: { $addToSet: '$a' } } }],
    gives([{ _id: null, set: [1] }]),
    [{ a: 1 }, { a: new Double(1) }, {}],
  ),
  refusing('needs an _id', { $group: { n: { $sum: 1 } } }, 15955),
  refusing('needs a document', { $group: 1 }, 15947),
  refusing('needs an accumulator', { $group: { _id: 1, n: 1 } }, 40234),
  refusing('refuses a path for a name', { $group: { _id: 1, 'n.m': { $sum: 1 } } }, 40235),
  refusing('refuses a dollar in a name', { $group: { _id: 1, $n: { $sum: 1 } } }, 40236),
  refusing('refuses two accumulators', { $group: { _id: 1, n: { $sum: 1, $avg: 1 } } }, 40238),
  refusing('refuses an unknown accumulator', { $group: { _id: 1, n: { $nope: 1 } } }, 15952),
  refusing('refuses a list', { $group: { _id: 1, n: { $sum: [1, 2] } } }, 40237),
  refusing('refuses an argument of $count', { $group: { _id: 1, n: { $count: 1 } } }, 14),
  ...['$stdDevPop', '$stdDevSamp', '$mergeObjects'].map((name): Probe => ({
    ...piping(
      `knows ${name}`,
      [{ $group: { _id: null, x: { [name]: '$nothing' } } }],
      gives([{ _id: null, x: name === '$mergeObjects' ? {} : null }]),
    ),
    refusedAs: name,
  })),
])

describePage('reference/operator/aggregation-pipeline', [
  refusing('a stage is known', { $nope: {} }, 40324),
  refusing('a stage has one name', { $limit: 1, $skip: 1 }, 40323),
  refusing('a stage has a name', {}, 40323),
  piping('a stage is a document', [1], fails(14)),
  refusing('$limit needs a number', { $limit: 'x' }, 5107201),
  refusing('$limit refuses a negative number', { $limit: -1 }, 5107201),
  refusing('$limit refuses a fraction', { $limit: 1.5 }, 5107201),
  refusing('$limit refuses 0', { $limit: 0 }, 15958),
  refusing('$skip refuses a negative number', { $skip: -1 }, 5107200),
  refusing('$skip needs a number', { $skip: 'x' }, 5107200),
  refusing('$sort needs a field', { $sort: {} }, 15976),
  refusing('$sort needs a document', { $sort: 1 }, 15973),
  refusing('$sort refuses 2', { $sort: { a: 2 } }, 15975),
  refusing('$sort refuses a string', { $sort: { a: 'x' } }, 15974),
  refusing('$match needs a document', { $match: 1 }, 15959),
  refusing('$match refuses an unknown operator', { $match: { a: { $nope: 1 } } }, 2),
  refusing('$project needs a document', { $project: 1 }, 15969),
  refusing('$project needs a field', { $project: {} }, 51272),
  refusing('$project refuses a mixture', { $project: { a: 1, b: 0 } }, 31254),
  refusing('$project refuses a positional path', { $project: { 'a.$': 1 } }, 31324),
  refusing('$project refuses $elemMatch', { $project: { list: { $elemMatch: { x: 1 } } } }, 168),
  refusing('$addFields needs a document', { $addFields: 1 }, 40272),
  refusing('$set needs a document', { $set: 1 }, 40272),
  refusing('$unset needs names', { $unset: 1 }, 31002),
  refusing('$unset needs a name', { $unset: [] }, 31119),
  refusing('$unset needs names that are strings', { $unset: [1] }, 31120),
  piping(
    '$skip and $limit take any type of number',
    [
      { $sort: { _id: 1 } },
      { $skip: Long.fromNumber(1) },
      { $limit: new Double(1) },
      { $project: { _id: 1 } },
    ],
    gives([{ _id: 1 }]),
  ),
  piping(
    '$addFields keeps the place of a field',
    [{ $match: { _id: 0 } }, { $addFields: { a: 9 } }, { $project: { list: 1, a: 1 } }],
    gives([{ _id: 0, a: 9, list: [1, 2] }]),
  ),
  piping(
    '$addFields sets below an array in every element',
    [{ $addFields: { 'l.x': 1 } }],
    gives([{ _id: 0, l: [{ x: 1 }, { y: 2, x: 1 }] }]),
    [{ l: [5, { y: 2 }] }],
  ),
  piping('$addFields removes by $$REMOVE', [{ $addFields: { a: '$$REMOVE' } }], gives([{ _id: 0 }]), [
    { a: 1 },
  ]),
  piping(
    '$addFields computes from the document before',
    [{ $addFields: { a: '$b', b: '$a' } }],
    gives([{ _id: 0, a: 2, b: 1 }]),
    [{ a: 1, b: 2 }],
  ),
  ...[
    '$unwind',
    '$count',
    '$facet',
    '$sample',
    '$bucket',
    '$bucketAuto',
    '$sortByCount',
    '$replaceRoot',
    '$replaceWith',
    '$redact',
    '$unionWith',
    '$graphLookup',
    '$densify',
    '$fill',
    '$setWindowFields',
    '$merge',
    '$out',
    '$geoNear',
    '$collStats',
    '$indexStats',
    '$planCacheStats',
  ].map((name): Probe => ({
    ...refusing(`${name} is known`, { [name]: {} }, 0),
    refusedAs: name,
    // What MongoDB says to an empty specification differs from stage to stage.
    run: async ({ items }) => {
      const error = await items
        .aggregate([{ [name]: {} }])
        .toArray()
        .then(
          () => undefined,
          (failure: unknown) => failure,
        )
      if (error && (error as { code: number }).code === 238) throw error
      return 'known'
    },
    answer: gives('known'),
  })),
])

const joined = (rule: string, local: Document[], foreign: Document[], result: unknown[]): Probe => ({
  rule,
  given: local,
  run: async ({ items, db }) => {
    const from = `${items.collectionName}foreign`
    await db
      .collection<Document>(from)
      .insertMany(foreign.map((document, _id) => ({ _id: _id as never, ...document })))
    const lookup = { from, localField: 'l', foreignField: 'f', as: 'found' }
    const found = await items
      .aggregate([{ $lookup: lookup }, { $sort: { _id: 1 } }, { $project: { found: '$found._id' } }])
      .toArray()
    return found.map((document) => document['found'] as unknown)
  },
  answer: gives(result),
})
const foreign = [{ f: 1 }, { f: null }, {}, { f: [1, 2] }, { f: 'x' }]

describePage('reference/operator/aggregation/lookup', [
  joined('joins equal values and elements', [{ l: 1 }], foreign, [[0, 3]]),
  joined('joins by each element of a local array', [{ l: [2, 'x'] }], foreign, [[3, 4]]),
  joined('joins null with null and missing', [{ l: null }], foreign, [[1, 2]]),
  joined('joins what is missing with null and missing', [{}], foreign, [[1, 2]]),
  joined('joins an empty array with null and missing', [{ l: [] }], foreign, [[1, 2]]),
  joined('does not join what is missing in some elements', [{ l: 9 }], foreign, [[]]),
  refusing('needs a collection', { $lookup: { localField: 'a', foreignField: 'b', as: 'c' } }, 9),
  refusing('needs a name for the result', { $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }, 9),
  refusing(
    'refuses an unknown option',
    { $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c', nope: 1 } },
    9,
  ),
  {
    ...piping(
      'knows a pipeline',
      [{ $match: { _id: 3 } }, { $lookup: { from: 'nothing', pipeline: [], as: 'x' } }],
      gives([{ _id: 3, list: 5, x: [] }]),
    ),
    refusedAs: "'pipeline'",
  },
])

const computing = (rule: string, expression: unknown, answer: Probe['answer']): Probe => ({
  rule,
  given,
  run: async ({ items }) => {
    const [found] = await items
      .aggregate([{ $match: { _id: 0 } }, { $project: { _id: 0, value: expression } }], {
        promoteValues: false,
      })
      .toArray()
    return found?.['value'] as unknown
  },
  answer,
})
const value = (rule: string, expression: unknown, result: unknown): Probe =>
  computing(rule, expression, gives(result))
const error = (rule: string, expression: unknown, code: number): Probe =>
  computing(rule, expression, fails(code))

const arithmetic: [operator: string, operands: unknown[], result: unknown][] = [
  ['$add', [1, 2], new Int32(3)],
  ['$add', [1, new Double(2)], new Double(3)],
  ['$add', [1, Long.fromNumber(2)], Long.fromNumber(3)],
  ['$add', [2 ** 31 - 1, 1], Long.fromNumber(2 ** 31)],
  ['$add', ['$big', 1], Long.fromString('9007199254740994')],
  ['$add', [Long.MAX_VALUE, 1], new Double(2 ** 63)],
  ['$add', ['$nothing', 1], null],
  ['$add', [], new Int32(0)],
  ['$add', ['$d', 5], new Date(1005)],
  ['$subtract', [5, 2], new Int32(3)],
  ['$subtract', [1, 1.5], new Double(-0.5)],
  ['$subtract', ['$d', new Date(400)], Long.fromNumber(600)],
  ['$subtract', ['$d', 400], new Date(600)],
  ['$subtract', [null, 1], null],
  ['$multiply', [2, 3], new Int32(6)],
  ['$multiply', [2, 1.5], new Double(3)],
  ['$multiply', [2 ** 20, 2 ** 20], Long.fromNumber(2 ** 40)],
  ['$multiply', [-1, 0], new Int32(0)],
  ['$divide', [4, 2], new Double(2)],
  ['$divide', [1, 4], new Double(0.25)],
  ['$divide', [1, null], null],
  ['$cmp', [1, 'x'], new Int32(-1)],
  ['$cmp', [2, 1], new Int32(1)],
  ['$cmp', [new Double(1), 1], new Int32(0)],
]

describePage('reference/operator/aggregation', [
  ...arithmetic.map(([operator, operands, result], at) =>
    value(`${operator} computes (${at})`, { [operator]: operands }, result),
  ),
  value('$sum of a list takes numbers', { $sum: [1, 'x', 2, null] }, new Int32(3)),
  value('$sum of an array', { $sum: '$list' }, new Int32(3)),
  value('$sum of nothing is 0', { $sum: '$nothing' }, new Int32(0)),
  value('$avg is a double', { $avg: '$list' }, new Double(1.5)),
  value('$avg of nothing is null', { $avg: '$s' }, null),
  value('$min and $max leave null out', [{ $min: [null, 3, 1] }, { $max: ['x', 3] }], [new Int32(1), 'x']),
  value(
    'comparisons go across types',
    [
      { $gt: ['x', 5] },
      { $lt: [null, 1] },
      { $gte: [1, 1] },
      { $lte: [2, 1] },
      { $ne: [1, 2] },
      { $eq: ['$nothing', null] },
    ],
    [true, true, true, false, true, false],
  ),
  value(
    'truth',
    [
      { $and: [] },
      { $or: [] },
      { $and: [1, ''] },
      { $or: [0, null] },
      { $not: [new Double(0)] },
      { $not: ['x'] },
    ],
    [true, false, true, false, true, false],
  ),
  value('$cond takes a list', { $cond: [true, 1, 2] }, new Int32(1)),
  value('$cond takes a document', { $cond: { if: false, then: 1, else: 2 } }, new Int32(2)),
  value('$ifNull takes the first that is there', { $ifNull: ['$nothing', null, 3] }, new Int32(3)),
  value(
    '$switch takes the first branch',
    {
      $switch: {
        branches: [
          { case: false, then: 1 },
          { case: true, then: 2 },
        ],
        default: 3,
      },
    },
    new Int32(2),
  ),
  value(
    '$switch takes the default',
    { $switch: { branches: [{ case: false, then: 1 }], default: 3 } },
    new Int32(3),
  ),
  value('$literal is itself', { $literal: { $add: [1, 2] } }, { $add: [new Int32(1), new Int32(2)] }),
  value('$size counts', { $size: '$list' }, new Int32(2)),
  value('a document is computed field by field', { x: '$s', y: { z: '$nothing' } }, { x: 'x', y: {} }),
  value('a list is computed element by element', ['$s', '$nothing'], ['x', null]),
  value('$$ROOT is the document', '$$ROOT.s', 'x'),
  value('$$CURRENT is the document', '$$CURRENT.s', 'x'),
  error('$add refuses a string', { $add: [1, 'x'] }, 14),
  error('$add refuses two dates', { $add: ['$d', '$d'] }, 16612),
  error('$subtract refuses a string', { $subtract: ['x', 1] }, 14),
  error('$subtract refuses a date from a number', { $subtract: [1, '$d'] }, 14),
  error('$subtract takes two', { $subtract: [1] }, 16020),
  error('$multiply refuses a string', { $multiply: ['x', 1] }, 14),
  error('$divide refuses zero', { $divide: [1, 0] }, 2),
  error('$divide refuses a string', { $divide: ['x', 1] }, 14),
  error('$cmp takes two', { $cmp: [1, 2, 3] }, 16020),
  error('$not takes one', { $not: [1, 2] }, 16020),
  error('$size needs an array', { $size: '$s' }, 17124),
  error('$cond takes three', { $cond: [1, 2] }, 16020),
  error('$cond needs if', { $cond: { then: 1, else: 2 } }, 17080),
  error('$cond needs then', { $cond: { if: 1, else: 2 } }, 17081),
  error('$cond needs else', { $cond: { if: 1, then: 2 } }, 17082),
  error('$cond refuses an unknown part', { $cond: { if: 1, then: 2, else: 3, nope: 4 } }, 17083),
  error('$ifNull takes two at least', { $ifNull: [1] }, 1257300),
  error('$switch needs a document', { $switch: 1 }, 40060),
  error('$switch needs a list of branches', { $switch: { branches: 1 } }, 40061),
  error('$switch needs a branch', { $switch: { branches: [] } }, 40068),
  error('$switch needs case', { $switch: { branches: [{ then: 1 }] } }, 40064),
  error('$switch needs then', { $switch: { branches: [{ case: 1 }] } }, 40065),
  error('$switch needs a branch that is taken', { $switch: { branches: [{ case: false, then: 1 }] } }, 40066),
  error('a path is not empty', '$', 16872),
  error('a path has no empty name', '$a..b', 15998),
  error('a path does not end with a dot', '$a.', 40353),
  error('a variable is known', '$$nope', 17276),
  error('an operator stands alone', { $add: [{ $add: [1, 1], $cmp: [1, 1] }] }, 15983),
])

/** Every expression that this server leaves out, with arguments that MongoDB takes. */
const known: Record<string, unknown> = {
  $abs: -1,
  $ceil: 1.5,
  $floor: 1.5,
  $mod: [5, 2],
  $pow: [2, 3],
  $round: 1.5,
  $sqrt: 4,
  $trunc: 1.5,
  $exp: 0,
  $ln: 1,
  $log10: 1,
  $arrayElemAt: ['$list', 0],
  $concatArrays: ['$list', '$list'],
  $filter: { input: '$list', cond: true },
  $first: '$list',
  $last: '$list',
  $in: [1, '$list'],
  $indexOfArray: ['$list', 1],
  $isArray: '$list',
  $map: { input: '$list', in: 1 },
  $objectToArray: { x: 1 },
  $range: [0, 2],
  $reduce: { input: '$list', initialValue: 0, in: 1 },
  $reverseArray: '$list',
  $slice: ['$list', 1],
  $concat: ['a', 'b'],
  $dateToString: { date: '$d' },
  $dateTrunc: { date: '$d', unit: 'day' },
  $year: '$d',
  $month: '$d',
  $dayOfMonth: '$d',
  $hour: '$d',
  $split: ['a-b', '-'],
  $strLenCP: 'abc',
  $substrCP: ['abc', 0, 1],
  $toLower: 'A',
  $toUpper: 'a',
  $trim: { input: ' a ' },
  $regexMatch: { input: 'a', regex: 'a' },
  $let: { vars: { x: 1 }, in: '$$x' },
  $mergeObjects: [{ x: 1 }, { y: 2 }],
  $setUnion: ['$list', '$list'],
  $toString: 1,
  $toInt: '1',
  $toDouble: '1',
  $toDate: 5,
  $convert: { input: '1', to: 'int' },
  $type: '$list',
  $isNumber: 1,
}

describePage(
  'reference/operator/aggregation',
  Object.entries(known).map(([name, operand]): Probe => ({
    rule: `${name} is known`,
    given,
    run: async ({ items }) =>
      (await items.aggregate([{ $match: { _id: 0 } }, { $project: { x: { [name]: operand } } }]).toArray())
        .length,
    answer: gives(1),
    refusedAs: name,
  })),
)
