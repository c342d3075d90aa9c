import mongoose, { type Connection, Schema } from 'mongoose'
import { errorOf, openTestDatabase } from './test-database'

const database = openTestDatabase()

const apartmentSchema = new Schema(
  {
    name: { type: String, required: true },
    slug: { type: String, unique: true },
    beds: Number,
    tags: [String],
    rooms: [{ name: String, size: Number }],
    landlord: { type: Schema.Types.ObjectId, ref: 'Landlord' },
  },
  { timestamps: true, optimisticConcurrency: true },
)
const landlordSchema = new Schema({ name: String, contact: { type: String, index: true } })

function models(connection: Connection) {
  return {
    Apartment: connection.model('Apartment', apartmentSchema),
    Landlord: connection.model('Landlord', landlordSchema),
  }
}

let connection: Connection
let Apartment: ReturnType<typeof models>['Apartment']
let Landlord: ReturnType<typeof models>['Landlord']

beforeAll(async () => {
  connection = await mongoose.createConnection(database.uri, { dbName: database.db.databaseName }).asPromise()
  ;({ Apartment, Landlord } = models(connection))
  await Promise.all([Apartment.init(), Landlord.init()])
})
afterAll(() => connection.close())
beforeEach(() => Promise.all([Apartment.deleteMany({}), Landlord.deleteMany({})]))

describe('mongoose', () => {
  it('saves with timestamps and finds again, as a document or lean', async () => {
    const saved = await Apartment.create({ name: 'One', slug: 'one', tags: ['sunny'] })

    const document = await Apartment.findById(saved._id)
    const lean = await Apartment.findOne({ slug: 'one' }).lean()

    expect(document?.createdAt).toBeInstanceOf(Date)
    expect(lean).toMatchObject({ _id: saved._id, name: 'One', tags: ['sunny'], __v: 0 })
  })

  it('saves changes to nested arrays', async () => {
    const apartment = await Apartment.create({
      name: 'One',
      slug: 'one',
      rooms: [{ name: 'kitchen', size: 9 }],
    })
    apartment.rooms.push({ name: 'bath', size: 4 })
    apartment.tags.push('new')
    await apartment.save()
    apartment.rooms[0]?.set({ size: 10 })
    await apartment.save()

    const [kitchen, bath] = (await Apartment.findById(apartment._id).lean())?.rooms ?? []
    expect([kitchen?.size, bath?.name]).toEqual([10, 'bath'])
  })

  it('notices that somebody else saved first', async () => {
    const { _id } = await Apartment.create({ name: 'One', slug: 'one' })
    const [mine, theirs] = await Promise.all([Apartment.findById(_id), Apartment.findById(_id)])
    await theirs?.set({ beds: 2 }).save()

    const error = await errorOf(mine?.set({ beds: 3 }).save() ?? Promise.resolve())

    expect(error['name']).toBe('VersionError')
  })

  it('reports a duplicate with the fields the services read', async () => {
    await Apartment.create({ name: 'One', slug: 'same' })

    const error = await errorOf(Apartment.create({ name: 'Two', slug: 'same' }))

    expect(error).toMatchObject({ code: 11000, keyPattern: { slug: 1 }, keyValue: { slug: 'same' } })
  })

  it('upserts with findOneAndUpdate, defaults and timestamps', async () => {
    const upsert = () =>
      Apartment.findOneAndUpdate(
        { slug: 'up' },
        { $set: { name: 'Up' }, $inc: { beds: 1 } },
        { upsert: true, returnDocument: 'after' },
      ).lean()

    const created = await upsert()
    const changed = await upsert()

    expect([created?.beds, changed?.beds]).toEqual([1, 2])
    expect(changed?._id).toEqual(created?._id)
    expect(changed?.createdAt).toEqual(created?.createdAt)
  })

  it('writes in bulk', async () => {
    const result = await Apartment.bulkWrite([
      { insertOne: { document: { name: 'A', slug: 'a' } } },
      { updateOne: { filter: { slug: 'b' }, update: { $set: { name: 'B' } }, upsert: true } },
      { updateOne: { filter: { slug: 'a' }, update: { $addToSet: { tags: 'x' } } } },
    ])

    expect(result).toMatchObject({ insertedCount: 1, upsertedCount: 1, modifiedCount: 1 })
    expect(await Apartment.countDocuments()).toBe(2)
  })

  it('populates references', async () => {
    const landlord = await Landlord.create({ name: 'Lee' })
    await Apartment.create({ name: 'One', slug: 'one', landlord: landlord._id })

    const found = await Apartment.findOne().populate<{ landlord: { name: string } }>('landlord').lean()

    expect(found?.landlord.name).toBe('Lee')
  })

  it('aggregates, checks existence and walks a cursor', async () => {
    await Apartment.insertMany(['a', 'b', 'c'].map((slug, beds) => ({ name: slug, slug, beds })))

    const [stats] = await Apartment.aggregate([{ $group: { _id: null, beds: { $sum: '$beds' } } }])
    const slugs: unknown[] = []
    for await (const { slug } of Apartment.find().sort({ slug: -1 }).cursor({ batchSize: 1 }))
      slugs.push(slug)

    expect(stats).toEqual({ _id: null, beds: 3 })
    expect(await Apartment.exists({ slug: 'b' })).toMatchObject({ _id: expect.anything() })
    expect(slugs).toEqual(['c', 'b', 'a'])
  })

  it('keeps indexes in step with the schema', async () => {
    await Landlord.collection.createIndex({ name: 1 })

    expect(await Landlord.syncIndexes()).toEqual(['name_1'])
    expect(Object.keys(await Landlord.collection.indexInformation())).toEqual(['_id_', 'contact_1'])
  })
})
