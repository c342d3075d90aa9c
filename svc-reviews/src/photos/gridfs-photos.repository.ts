import { pipeline } from 'node:stream/promises'
import { type Connection, mongo } from 'mongoose'
import { fileNameOf, PHOTO_SIZES, type PhotoStorage } from './photo-storage'

/** Photos in the service's own database. */
export function createGridFsPhotos(connection: Connection): PhotoStorage {
  if (!connection.db) throw new Error('not connected')
  const bucket = new mongo.GridFSBucket(connection.db, { bucketName: 'photoFiles' })

  async function read(fileName: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of bucket.openDownloadStreamByName(fileName)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  return {
    async store(id, size, bytes) {
      const stream = bucket.openUploadStream(fileNameOf(id, size), { chunkSizeBytes: 1024 * 1024 })
      await pipeline([bytes], stream)
    },
    async load(id, size) {
      const fileName = fileNameOf(id, size)
      const [file] = await bucket.find({ filename: fileName }).limit(1).toArray()
      return file && read(fileName)
    },
    async remove(id) {
      const names = PHOTO_SIZES.map((size) => fileNameOf(id, size))
      for await (const { _id } of bucket.find({ filename: { $in: names } })) await bucket.delete(_id)
    },
  }
}
