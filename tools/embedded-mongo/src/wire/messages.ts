import { CommandError } from '../errors'
import { decodeDocument, encodeDocument } from '../values/bson'
import type { Document } from '../values/value'

const opReply = 1
const opQuery = 2004
const opMessage = 2013

const moreToCome = 1 << 1
const requiredFlags = 0xffff
const headerLength = 16

/** Bytes that are not the protocol; the connection they came from is closed. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}

export interface Message {
  requestId: number
  /** The client used the old OP_QUERY, as drivers do for their first hello. */
  isLegacy: boolean
  /** False for unacknowledged writes. */
  wantsReply: boolean
  body: Document
  /** Why the body could not be read, where that is worth an answer. */
  refusal?: CommandError
}

/** Reads consecutive parts of one message and never past its end. */
class MessageBytes {
  constructor(
    private readonly bytes: Buffer,
    private position: number,
    private readonly end: number,
  ) {}

  get hasMore(): boolean {
    return this.position < this.end
  }

  uint8(): number {
    return this.bytes.readUInt8(this.advance(1))
  }

  int32(): number {
    return this.bytes.readInt32LE(this.advance(4))
  }

  name(): string {
    const zero = this.bytes.indexOf(0, this.position)
    if (zero < 0 || zero >= this.end) throw new ProtocolError('unterminated name')
    const start = this.advance(zero + 1 - this.position)
    return this.bytes.toString('utf8', start, zero)
  }

  document(): Document {
    const part = this.part()
    return decodeDocument(part.bytes.subarray(part.position, part.end))
  }

  /** The bytes that start with their own length, which counts itself. */
  part(): MessageBytes {
    const start = this.position
    const length = this.int32()
    this.position = start
    if (length < 5) throw new ProtocolError('impossible length')
    this.advance(length)
    return new MessageBytes(this.bytes, start, start + length)
  }

  private advance(count: number): number {
    const start = this.position
    if (start + count > this.end) throw new ProtocolError('message too short')
    this.position += count
    return start
  }
}

function readSequence(section: MessageBytes, body: Document): void {
  section.int32()
  const name = section.name()
  const documents: Document[] = []
  while (section.hasMore) documents.push(section.document())
  if (Object.hasOwn(body, name)) throw new ProtocolError(`'${name}' appears twice`)
  body[name] = documents
}

function readSections(bytes: MessageBytes): Document {
  let body: Document | undefined
  const sequences: MessageBytes[] = []
  while (bytes.hasMore) {
    const kind = bytes.uint8()
    if (kind === 1) sequences.push(bytes.part())
    else if (kind === 0 && !body) body = bytes.document()
    else throw new ProtocolError(`unexpected section of kind ${kind}`)
  }
  if (!body) throw new ProtocolError('message without a body')
  for (const sequence of sequences) readSequence(sequence, body)
  return body
}

function parseMessage(message: Buffer, requestId: number): Message {
  const flags = new MessageBytes(message, headerLength, message.length).int32()
  // Drivers send no checksum (1), which over the loopback interface would add nothing.
  if (flags & requiredFlags & ~moreToCome) throw new ProtocolError('unknown flags')
  const isLegacy = false
  const wantsReply = !(flags & moreToCome)
  try {
    const body = readSections(new MessageBytes(message, headerLength + 4, message.length))
    return { requestId, isLegacy, wantsReply, body }
  } catch (error) {
    if (error instanceof CommandError) return { requestId, isLegacy, wantsReply, body: {}, refusal: error }
    throw error
  }
}

function parseQuery(message: Buffer, requestId: number): Message {
  const bytes = new MessageBytes(message, headerLength, message.length)
  bytes.int32()
  const namespace = bytes.name()
  if (!namespace.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY is for commands only')
  bytes.int32()
  bytes.int32()
  const body = bytes.document()
  return { requestId, isLegacy: true, wantsReply: true, body: { ...body, $db: namespace.slice(0, -5) } }
}

/** Parses one whole message. Throws `ProtocolError`, or an error of the BSON parser, on anything malformed. */
export function parse(message: Buffer): Message {
  const requestId = message.readInt32LE(4)
  const operation = message.readInt32LE(12)
  if (operation === opMessage) return parseMessage(message, requestId)
  if (operation === opQuery) return parseQuery(message, requestId)
  throw new ProtocolError(`unsupported operation ${operation}`)
}

/** The reply to a message, in the form its operation calls for. */
export function encodeReply({ requestId, isLegacy }: Message, reply: Document): Buffer {
  const body = encodeDocument(reply)
  // OP_REPLY: flags, cursor id, starting point, count of documents. OP_MSG: flags and the kind of the only section.
  const prefix = Buffer.alloc(isLegacy ? 20 : 5)
  if (isLegacy) prefix.writeInt32LE(1, 16)
  const header = Buffer.alloc(headerLength)
  header.writeInt32LE(headerLength + prefix.length + body.length, 0)
  header.writeInt32LE(requestId, 8)
  header.writeInt32LE(isLegacy ? opReply : opMessage, 12)
  return Buffer.concat([header, prefix, body])
}
