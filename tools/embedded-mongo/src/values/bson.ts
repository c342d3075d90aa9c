import { Binary, BSONRegExp, Double, Long, ObjectId, serialize, Timestamp } from 'bson'
import { CommandError, unsupported } from '../errors'
import { type Document, isDocument, isInt32, maxDepth, plainName, storedName, tooDeep } from './value'

/** Bytes that are not BSON. */
export class BsonError extends Error {
  override readonly name = 'BsonError'
}

const unsupportedTypes: Record<number, string> = {
  0x06: 'undefined',
  0x0c: 'DBPointer',
  0x0d: 'JavaScript code',
  0x0e: 'Symbol',
  0x0f: 'JavaScript code with scope',
  0x13: 'Decimal128',
  0x7f: 'MaxKey',
  0xff: 'MinKey',
}

// Fields of commands that hold points in the history of a replica set.
const fieldsWithTimestamps = new Set(['$clusterTime', 'readConcern'])

/** Names seen lately, by a hash of their bytes: documents have the same few names, and making a string is slow. */
const knownNames: (string | undefined)[] = new Array<string | undefined>(2048)

function isName(known: string, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let at = start; at < end; at++) if (known.charCodeAt(at - start) !== bytes[at]) return false
  return true
}

class Decoder {
  private position = 0
  private allowsTimestamps = false

  constructor(
    private readonly bytes: Buffer,
    private readonly isStored: boolean,
  ) {}

  document(depth: number): Document {
    const end = this.begin(depth)
    const document: Document = {}
    for (let type = this.type(); type !== 0; type = this.type()) {
      const name = this.fieldName()
      if (depth === 0) this.allowsTimestamps = fieldsWithTimestamps.has(name)
      document[storedName(name)] = this.value(type, depth)
    }
    this.expectEnd(end)
    return document
  }

  private array(depth: number): unknown[] {
    const end = this.begin(depth)
    const list: unknown[] = []
    for (let type = this.type(); type !== 0; type = this.type()) {
      this.skipCstring()
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
      case 0x11:
        return this.timestamp()
      case 0x12:
        return new Long(this.int32(), this.int32())
      default:
        throw unsupported(`values of BSON type ${unsupportedTypes[type] ?? type}`)
    }
  }

  private begin(depth: number): number {
    if (depth > maxDepth && !this.isStored) throw tooDeep()
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

  private double(): number | Double {
    const start = this.position
    this.position += 8
    const value = this.bytes.readDoubleLE(start)
    return isInt32(value) ? new Double(value) : value
  }

  private date(): Date {
    const start = this.position
    this.position += 8
    const date = new Date(this.bytes.readUInt32LE(start) + this.bytes.readInt32LE(start + 4) * 2 ** 32)
    if (Number.isNaN(date.getTime())) throw unsupported('dates that JavaScript cannot represent')
    return date
  }

  private timestamp(): Timestamp {
    if (!this.allowsTimestamps) throw unsupported('values of BSON type Timestamp')
    return new Timestamp(new Long(this.int32(), this.int32(), true))
  }

  private zero(): number {
    const { bytes } = this
    let at = this.position
    while (at < bytes.length && bytes[at] !== 0) at++
    if (at === bytes.length) throw new BsonError('unterminated name')
    return at
  }

  private skipCstring(): void {
    this.position = this.zero() + 1
  }

  private fieldName(): string {
    const { bytes } = this
    const start = this.position
    let end = start
    let hash = 0
    for (let byte = bytes[end]; byte !== 0; byte = bytes[++end]) {
      if (byte === undefined) throw new BsonError('unterminated name')
      hash = (hash * 31 + byte) | 0
    }
    this.position = end + 1
    const slot = hash & 2047
    const known = knownNames[slot]
    // Known are names in ASCII only, which are as long as their bytes.
    if (known !== undefined && isName(known, bytes, start, end)) return known
    const name = bytes.toString('utf8', start, end)
    if (name.length === end - start) knownNames[slot] = name
    return name
  }

  private cstring(): string {
    const start = this.position
    const end = this.zero()
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
    const pattern = this.cstring()
    const options = this.cstring()
    const other = [...options].find((option) => !'imxslu'.includes(option))
    if (other !== undefined)
      throw new CommandError('Location51108', `invalid flag in regex options: ${other}`)
    return new BSONRegExp(pattern, options)
  }
}

/**
 * Decodes a BSON document with its order and the types of its numbers.
 * @throws `BsonError` for bytes that are no BSON, `NotImplemented` for types that this server does not keep.
 */
export function decodeDocument(bytes: Uint8Array): Document {
  return new Decoder(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), false).document(0)
}

/** Decodes what was stored, and so passed every limit then, with something around it. */
export function decodeStored(bytes: Uint8Array): Document {
  return new Decoder(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), true).document(0)
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
