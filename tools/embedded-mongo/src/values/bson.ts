import { Binary, BSONRegExp, ObjectId, serialize } from 'bson'
import { unsupported } from '../errors'
import { type Document, isDocument, plainName, storedName } from './value'

// MongoDB allows 100 levels of documents; each may add an array.
const maxDepth = 200

/** Bytes that are not BSON. */
export class BsonError extends Error {
  override readonly name = 'BsonError'
}

const unsupportedTypes: Record<number, string> = {
  0x11: 'Timestamp',
  0x13: 'Decimal128',
}

class Decoder {
  private position = 0

  constructor(
    private readonly bytes: Buffer,
    private readonly isStored: boolean,
  ) {}

  document(depth: number): Document {
    const end = this.begin(depth)
    const document: Document = {}
    for (let type = this.type(); type !== 0; type = this.type()) {
      document[storedName(this.cstring())] = this.value(type, depth)
    }
    this.expectEnd(end)
    return document
  }

  private array(depth: number): unknown[] {
    const end = this.begin(depth)
    const list: unknown[] = []
    for (let type = this.type(); type !== 0; type = this.type()) {
      this.cstring()
      list.push(this.value(type, depth))
    }
    this.expectEnd(end)
    return list
  }

  private value(type: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        return this.double()
      case 0x02:
        return this.string()
      case 0x03:
        return this.document(depth + 1)
      case 0x04:
        return this.array(depth + 1)
      case 0x05:
        return this.binary()
      case 0x07:
        return new ObjectId(Buffer.from(this.take(12)))
      case 0x08:
        return this.take(1)[0] !== 0
      case 0x09:
        return this.date()
      case 0x0a:
        return null
      case 0x0b:
        return this.regex()
      case 0x10:
        return this.int32()
      case 0x12:
        return this.int64()
      default:
        throw unsupported(`values of BSON type ${unsupportedTypes[type] ?? type}`)
    }
  }

  private begin(depth: number): number {
    if (depth > maxDepth && !this.isStored) throw unsupported(`documents of more than ${maxDepth} levels`)
    const start = this.position
    const length = this.int32()
    if (length < 5 || start + length > this.bytes.length)
      throw new BsonError('impossible length of a document')
    return start + length
  }

  private expectEnd(end: number): void {
    if (this.position !== end) throw new BsonError('a document does not end where it says')
  }

  private take(count: number): Buffer {
    const start = this.position
    if (count < 0 || start + count > this.bytes.length)
      throw new BsonError('a value ends outside of its document')
    this.position += count
    return this.bytes.subarray(start, start + count)
  }

  private type(): number {
    const type = this.bytes[this.position++]
    if (type === undefined) throw new BsonError('a document ends too early')
    return type
  }

  private int32(): number {
    const start = this.position
    this.position += 4
    return this.bytes.readInt32LE(start)
  }

  private double(): number {
    const start = this.position
    this.position += 8
    return this.bytes.readDoubleLE(start)
  }

  private int64(): number {
    const start = this.position
    this.position += 8
    const value = Number(this.bytes.readBigInt64LE(start))
    if (!Number.isSafeInteger(value)) throw unsupported('integers beyond 2^53')
    return value
  }

  private date(): Date {
    const date = new Date(this.int64())
    if (Number.isNaN(date.getTime())) throw unsupported('dates that JavaScript cannot represent')
    return date
  }

  private cstring(): string {
    const start = this.position
    const end = this.bytes.indexOf(0, start)
    if (end < 0) throw new BsonError('unterminated name')
    this.position = end + 1
    return this.bytes.toString('utf8', start, end)
  }

  private string(): string {
    const length = this.int32()
    const start = this.position
    this.take(length)
    if (length < 1) throw new BsonError('impossible length of a string')
    return this.bytes.toString('utf8', start, start + length - 1)
  }

  /** Copied, so that the value does not keep the whole message or journal frame in memory. */
  private binary(): Binary {
    const length = this.int32()
    const [subType = 0] = this.take(1)
    const bytes = this.take(length)
    // The old generic subtype repeats its length.
    return new Binary(Buffer.from(subType === Binary.SUBTYPE_BYTE_ARRAY ? bytes.subarray(4) : bytes), subType)
  }

  private regex(): BSONRegExp {
    return new BSONRegExp(this.cstring(), this.cstring())
  }
}

/**
 * Decodes a BSON document with its order.
 * @throws `BsonError` for bytes that are no BSON, `NotImplemented` for types that this server does not keep.
 */
export function decodeDocument(bytes: Uint8Array, { isStored = false } = {}): Document {
  return new Decoder(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), isStored).document(0)
}

/** A form that the BSON writer writes in the same order under plain names. */
function withPlainNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainNames)
  if (!isDocument(value)) return value
  return new Map(Object.keys(value).map((stored) => [plainName(stored), withPlainNames(value[stored])]))
}

/** Encodes a document; the opposite of `decodeDocument`. */
export function encodeDocument(document: Document): Uint8Array {
  try {
    return serialize(document)
  } catch (error) {
    // Only documents with names behind a zero byte pay for the other form.
    if (!String(error).includes('null bytes')) throw error
    return serialize(withPlainNames(document) as Document)
  }
}
