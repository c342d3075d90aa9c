import { Binary, BSONRegExp, BSONValue, deserialize, ObjectId, serialize } from 'bson'
import { unsupported } from '../errors'
import { assertPlainName, type Document } from './value'

// MongoDB allows 100 levels of documents; each may add an array.
const maxDepth = 200

/**
 * Decodes a BSON document.
 * @throws an error of the library for bytes that are no BSON, `NotImplemented` for types that this server does not keep.
 */
export function decodeDocument(bytes: Uint8Array, { isStored = false } = {}): Document {
  return keptDocument(deserialize(bytes, { bsonRegExp: true }), isStored ? Infinity : maxDepth)
}

function keptDocument(document: Document, levels: number): Document {
  const fields = Object.entries(document)
  for (const [name] of fields) assertPlainName(name)
  return Object.fromEntries(fields.map(([name, value]) => [name, keptValue(value, levels - 1)]))
}

function keptValue(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof BSONValue) return keptBsonValue(value)
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw unsupported('dates that JavaScript cannot represent')
    return value
  }
  if (levels < 0) throw unsupported(`documents of more than ${maxDepth} levels`)
  return Array.isArray(value)
    ? value.map((item) => keptValue(item, levels - 1))
    : keptDocument(value as Document, levels)
}

function keptBsonValue(value: BSONValue): BSONValue {
  if (value instanceof ObjectId || value instanceof BSONRegExp) return value
  // Copied, so that the value does not keep the whole message, or line of the journal, in memory.
  if (value instanceof Binary) return new Binary(Buffer.from(value.value()), value.sub_type)
  if (value._bsontype === 'Long') throw unsupported('integers beyond 2^53')
  throw unsupported(`values of BSON type ${value._bsontype}`)
}

/** Encodes a document; the opposite of `decodeDocument`. */
export const encodeDocument = (document: Document): Uint8Array => serialize(document)

/** Whether two documents have the same bytes. */
export const isSameBson = (left: Document, right: Document): boolean =>
  Buffer.compare(encodeDocument(left), encodeDocument(right)) === 0
