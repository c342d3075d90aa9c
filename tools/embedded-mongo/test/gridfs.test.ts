import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { GridFSBucket, type ObjectId } from 'mongodb'
import { errorOf, openTestDatabase } from './test-database'

const database = openTestDatabase()
const bucket = () => new GridFSBucket(database.db, { bucketName: 'photos' })
const content = randomBytes(3_000_000)

async function upload(name: string): Promise<ObjectId> {
  const stream = bucket().openUploadStream(name, { metadata: { type: 'image/webp' } })
  await pipeline([content], stream)
  return stream.id
}

async function download(id: ObjectId, range = {}): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bucket().openDownloadStream(id, range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('GridFS', () => {
  it('gives back what was stored, whole or in part', async () => {
    const id = await upload('a.webp')

    expect((await download(id)).equals(content)).toBe(true)
    expect(
      (await download(id, { start: 300_000, end: 900_000 })).equals(content.subarray(300_000, 900_000)),
    ).toBe(true)
  })

  it('finds files by name and metadata', async () => {
    const id = await upload('b.webp')

    const [file] = await bucket().find({ filename: 'b.webp', 'metadata.type': 'image/webp' }).toArray()

    expect(file).toMatchObject({ _id: id, length: content.length, chunkSize: 255 * 1024 })
  })

  it('deletes a file with its chunks', async () => {
    const id = await upload('c.webp')
    await bucket().delete(id)

    expect(await database.db.collection('photos.chunks').countDocuments({ files_id: id })).toBe(0)
    expect((await errorOf(download(id)))['message']).toMatch(/FileNotFound/)
  })
})
