import { openTestDatabase } from './test-database'

const database = openTestDatabase()
const reviews = () => database.db.collection<{ _id: number }>('reviews')

beforeAll(async () => {
  const document = { rating: 5, price: 2, tags: ['quiet', 'sunny'], list: [{ v: 1 }, { v: 2 }, {}] }
  await reviews().insertOne({ _id: 1, ...document })
})

describe('expressions', () => {
  it.each<[string, unknown, unknown]>([
    ['$add', { $add: ['$rating', 1, 2] }, 8],
    ['null spreads', { $add: ['$rating', '$nothing'] }, null],
    ['$max leaves nulls out', { $max: [3, null, '$nothing', '$price'] }, 3],
    ['$ifNull', { $ifNull: ['$nothing', null, 'fallback'] }, 'fallback'],
    ['$size', { $size: '$tags' }, 2],
    ['paths through arrays of documents', '$list.v', [1, 2]],
    ['objects', { a: '$rating', b: '$nothing' }, { a: 5 }],
  ])('%s', async (_rule, expression, expected) => {
    const [document] = await reviews()
      .aggregate([{ $set: { value: expression } }])
      .toArray()

    expect(document?.value).toEqual(expected)
  })

  it('sum without rounding errors', async () => {
    const sums = database.db.collection('sums')
    await sums.insertMany([0.1, 0.2, 0.3, -0.6].map((n) => ({ n })))

    const [sum] = await sums.aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }]).toArray()

    expect(sum?.sum).toBe(2.7755575615628914e-17)
  })
})
