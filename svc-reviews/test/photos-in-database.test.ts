import { photoIdOf, photoUrl } from '@offquad/contracts'
import sharp from 'sharp'
import { removeUnusedPhotos } from '../src/photos/remove-unused-photos.job'
import { phonePhoto } from './pictures'
import { startReviews, type TestReviews } from './start-reviews'

const in2Days = () => new Date(Date.now() + 2 * 86_400_000)

/** Photos in the database, with several instances of the service and its worker. */
describe('photos in the database', () => {
  let first: TestReviews
  let second: TestReviews
  beforeAll(async () => {
    first = await startReviews()
    const { MONGODB_DATABASE } = first.context.config
    second = await startReviews({ MONGODB_DATABASE })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  const count = (collection: string) => first.context.connection.collection(collection).countDocuments({})
  const stored = async () => ({
    files: await count('photoFiles.files'),
    chunks: await count('photoFiles.chunks'),
  })

  it('are uploaded to one instance, shown by another and removed by two workers at once', async () => {
    const { status, body } = await first.upload('author', await phonePhoto())
    expect(status).toBe(201)
    for (const { url } of [first, second]) {
      const card = await fetch(url + photoUrl(body.url, 'card'))
      expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({ width: 480 })
    }

    const later = in2Days()
    await Promise.all(
      [first, second].map(({ context }) => removeUnusedPhotos({ ...context, now: () => later })),
    )

    expect(await first.context.storage.load(photoIdOf(body.url) ?? '', 'full')).toBeUndefined()
    expect(await stored()).toEqual({ files: 0, chunks: 0 })
  })

  it('may be stored and removed repeatedly and concurrently, without leftovers', async () => {
    const bytes = Buffer.alloc(2_500_000, 7)
    const storages = [first.context.storage, second.context.storage]

    await Promise.all([...storages, ...storages].map((storage) => storage.store('twice', 'full', bytes)))
    expect((await second.context.storage.load('twice', 'full'))?.equals(bytes)).toBe(true)
    await Promise.all(storages.map((storage) => storage.remove('twice')))
    await first.context.storage.remove('twice')

    expect(await stored()).toEqual({ files: 0, chunks: 0 })
  })

  it('leave nothing behind when a process dies while it stores or removes them', async () => {
    const { connection, storage } = first.context
    const chunks = connection.collection('photoFiles.chunks')
    const files = connection.collection('photoFiles.files')
    await storage.store('cut', 'page', Buffer.alloc(10))
    // Of the file itself, which is written last and removed first.
    await files.deleteMany({ filename: 'cut/page.webp' })
    expect(await chunks.countDocuments({})).toBe(1)

    await storage.remove('cut')

    expect(await stored()).toEqual({ files: 0, chunks: 0 })
  })

  it('are not found while they are being removed', async () => {
    const { connection, storage } = first.context
    await storage.store('going', 'page', Buffer.alloc(10))
    await connection.collection('photoFiles.chunks').deleteMany({})

    expect(await storage.load('going', 'page')).toBeUndefined()
    await storage.remove('going')
  })
})
