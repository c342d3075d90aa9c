import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { retryOnFailover } from '@offquad/service-kit'
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

  /** Chunks are deleted with or without the file that they belong to. */
  const remove = (fileId: mongo.ObjectId): Promise<void> =>
    retryOnFailover(() =>
      bucket.delete(fileId).catch((error: unknown) => {
        if (!(error instanceof mongo.MongoRuntimeError)) throw error
      }),
    )

  return {
    store: (id, size, bytes) =>
      retryOnFailover(async (isRepeated) => {
        const fileName = fileNameOf(id, size)
        const fileId = fileIdOf(fileName)
        if (isRepeated) await remove(fileId)
        const stream = bucket.openUploadStreamWithId(fileId, fileName, { chunkSizeBytes: 1024 * 1024 })
        await pipeline([bytes], stream)
      }),
    async load(id, size) {
      const fileName = fileNameOf(id, size)
      const [file] = await bucket.find({ filename: fileName }).limit(1).toArray()
      return file && read(fileName)
    },
    async remove(id) {
      const names = PHOTO_SIZES.map((size) => fileNameOf(id, size))
      // Also what is left of an upload that failed, which has chunks and no file.
      for (const name of names) await remove(fileIdOf(name))
      // Photos of before files were named after their photo.
      for await (const { _id } of bucket.find({ filename: { $in: names } })) await remove(_id)
    },
  }
}

/** Always the same, so that uploading a file again replaces what an attempt before has left. */
const fileIdOf = (fileName: string): mongo.ObjectId =>
  new mongo.ObjectId(createHash('sha256').update(fileName).digest().subarray(0, 12))
