import { ProtocolError } from './messages'

const minMessageBytes = 21
const maxMessageBytes = 48_000_000

/** Cuts the byte stream of a connection into messages, however the network split or joined them. */
export class MessageSplitter {
  private chunks: Buffer[] = []
  private size = 0;

  /** The messages completed by this chunk. Throws `ProtocolError` when a length is impossible. */
  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk)
    this.size += chunk.length
    for (let length = this.nextLength(); length > 0 && this.size >= length; length = this.nextLength()) {
      const bytes = this.join()
      this.chunks = bytes.length > length ? [bytes.subarray(length)] : []
      this.size -= length
      yield bytes.subarray(0, length)
    }
  }

  private join(): Buffer {
    const [first] = this.chunks
    return first && this.chunks.length === 1 ? first : Buffer.concat(this.chunks)
  }

  /** The length of the message at the front, 0 while fewer than four bytes of it are here. */
  private nextLength(): number {
    if (this.size < 4) return 0
    const [first] = this.chunks
    const head = first && first.length >= 4 ? first : this.join()
    const length = head.readInt32LE(0)
    if (length < minMessageBytes || length > maxMessageBytes)
      throw new ProtocolError(`impossible message length ${length}`)
    return length
  }
}
