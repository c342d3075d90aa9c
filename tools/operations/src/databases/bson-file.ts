import { createReadStream } from 'node:fs'
import path from 'node:path'
import { BSON, type Document } from 'mongodb'
import { OperationFailure } from '../operation-failure'

const LENGTH_BYTES = 4
/** Larger than any document: 16 MB of user data and MongoDB's own allowance. */
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024

/**
 * The documents of a file as mongodump writes them, one after the other; each begins with its length.
 * @throws OperationFailure when the file ends within a document
 */
export async function* readBsonFile(file: string): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    let rest = Buffer.concat(chunks, size)
    while (rest.length >= LENGTH_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      if (length <= LENGTH_BYTES || length > MAX_DOCUMENT_BYTES)
        throw new OperationFailure(`${path.basename(file)} is damaged.`)
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
    }
    chunks = [rest]
    size = rest.length
  }
  if (size > 0) throw new OperationFailure(`${path.basename(file)} ends in the middle of a document.`)
}

/** A document whose numbers and expressions keep the types they are stored with. */
export const decodeDocument = (bytes: Uint8Array): Document =>
  BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true })

/** What tells an `_id` from every other, types included. */
export const idKeyOf = (id: unknown): string => Buffer.from(BSON.serialize({ id })).toString('base64')
