import { Binary, BSONRegExp, ObjectId, UUID } from 'bson'
import { CommandError, unsupported } from '../errors'
import { type Document, setField } from './value'

// MongoDB's own limit on nesting is 100 levels of documents; each level may add one array.
const maxDepth = 200

function copyBinary(value: Binary): Binary {
  const bytes = Buffer.from(value.value())
  return value instanceof UUID ? new UUID(bytes) : new Binary(bytes, value.sub_type)
}

function bsonTypeOf(value: object): string | undefined {
  return '_bsontype' in value ? String(value._bsontype) : undefined
}

function adoptValue(value: unknown, depth: number): unknown {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof ObjectId || value instanceof BSONRegExp) return value
  if (value instanceof Binary) return copyBinary(value)
  return adoptContainer(value as Document | unknown[], depth)
}

function adoptContainer(value: Document | unknown[], depth: number): Document | unknown[] {
  if (depth > maxDepth) throw new CommandError('Overflow', `a document may nest at most ${maxDepth} levels`)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = adoptValue(value[index], depth + 1)
    return value
  }
  const bsonType = bsonTypeOf(value)
  if (bsonType === 'Long') throw unsupported('64-bit integers beyond 2^53')
  if (bsonType !== undefined) throw unsupported(`values of BSON type ${bsonType}`)
  for (const name of Object.keys(value)) {
    const adopted = adoptValue(value[name], depth + 1)
    if (adopted !== value[name]) setField(value, name, adopted)
  }
  return value
}

/**
 * Makes a freshly decoded document our own, in place: binary values are copied so that they do not keep the
 * whole network message or journal frame in memory. Throws `BadValue` for types this server does not know.
 */
export function adoptDocument(document: Document): Document {
  adoptContainer(document, 0)
  return document
}
