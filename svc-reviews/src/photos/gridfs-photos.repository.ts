import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { retryOnFailover } from '@offquad/service-kit'
import { type Connection, mongo } from 'mongoose'
import { fileNameOf, fileNamesOf, type PhotoStorage } from './photo-storage'

const BUCKET = 'photoFiles'
const CHUNK_BYTES = 1024 * 1024

/** The ids of all files of a photo are between these: "0" follows "/" in sort order. */
const idRange = (id: string) => ({ $gte: `${id}/`, $lt: `${id}0` })

/**
 * Photos in the service's database. Each call to store a file uses a new id that begins with the photo's id, so that
 * concurrent calls may store the same file, and leftovers of a crashed process are removed with the photo.
 */
export function createGridFsPhotos(connection: Connection): PhotoStorage {
  if (!connection.db) throw new Error('not connected')
  const bucket = new mongo.GridFSBucket(connection.db, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES })
  const files = connection.collection(`${BUCKET}.files`)
  const chunks = connection.collection(`${BUCKET}.chunks`)

  async function read(fileName: string): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of bucket.openDownloadStreamByName(fileName)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }

  return {
    async store(id, size, bytes, format) {
      const fileName = fileNameOf(id, size, format)
      // GridFS allows ids of any type; the driver's types name ObjectId alone.
      const fileId = `${fileName}/${randomUUID()}` as unknown as mongo.ObjectId
      await retryOnFailover(async (isRepeated) => {
        // The previous attempt may have written part or all of it.
        if (isRepeated) {
          await chunks.deleteMany({ files_id: fileId })
          await files.deleteMany({ _id: fileId })
        }
        await pipeline([bytes], bucket.openUploadStreamWithId(fileId, fileName))
      })
    },
    async load(id, size, format) {
      const fileName = fileNameOf(id, size, format)
      const [file] = await bucket.find({ filename: fileName }).limit(1).toArray()
      if (!file) return undefined
      try {
        const bytes = await read(fileName)
        return bytes.length === file.length ? bytes : undefined
      } catch (error) {
        // Chunks are deleted before the file itself, so the file is being removed.
        if (error instanceof mongo.MongoRuntimeError) return undefined
        throw error
      }
    },
    async remove(id) {
      await retryOnFailover(async () => {
        await chunks.deleteMany({ files_id: idRange(id) as never })
        await files.deleteMany({ filename: { $in: fileNamesOf(id) } })
      })
    },
  }
}
