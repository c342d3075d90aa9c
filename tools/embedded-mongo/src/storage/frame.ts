import { crc32 } from 'node:zlib'

const marker = 0x4d51464f
const headerLength = 20

/** A frame read back from the journal. */
export interface Frame {
  payload: Buffer
  /** Every byte of the file before this offset was on disk when the frame was written. */
  durableBefore: number
  end: number
}

function checksumOf(header: Buffer, payload: Buffer): number {
  return crc32(payload, crc32(header.subarray(0, 16)))
}

/** Header (marker, payload length, durable offset, CRC-32 of all of it) followed by the payload. */
export function encodeFrame(payload: Buffer, durableBefore: number): Buffer {
  const header = Buffer.alloc(headerLength)
  header.writeUInt32LE(marker, 0)
  header.writeUInt32LE(payload.length, 4)
  header.writeDoubleLE(durableBefore, 8)
  header.writeUInt32LE(checksumOf(header, payload), 16)
  return Buffer.concat([header, payload])
}

/** Reads `length` bytes at `offset`, fewer at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Buffer

/** The frame that starts at `offset`, or undefined when what stands there is incomplete or damaged. */
export function readFrame(read: ReadBytes, offset: number): Frame | undefined {
  const header = read(offset, headerLength)
  if (header.length < headerLength || header.readUInt32LE(0) !== marker) return undefined
  const payloadLength = header.readUInt32LE(4)
  const payload = read(offset + headerLength, payloadLength)
  if (payload.length < payloadLength || header.readUInt32LE(16) !== checksumOf(header, payload))
    return undefined
  return { payload, durableBefore: header.readDoubleLE(8), end: offset + headerLength + payloadLength }
}

const searchWindow = 1 << 20

function* markerOffsets(read: ReadBytes, from: number): Generator<number> {
  const needle = Buffer.alloc(4)
  needle.writeUInt32LE(marker)
  for (let base = from; ; base += searchWindow) {
    const window = read(base, searchWindow + needle.length - 1)
    for (let at = window.indexOf(needle); at >= 0; at = window.indexOf(needle, at + 1)) yield base + at
    if (window.length < searchWindow) return
  }
}

/**
 * Whether the damage at `offset` lies in bytes that were once safely on disk: a later frame says so.
 * Otherwise it is the torn end of a write that was never acknowledged.
 */
export function wasDurable(read: ReadBytes, offset: number): boolean {
  for (const candidate of markerOffsets(read, offset + 1)) {
    const frame = readFrame(read, candidate)
    if (frame && frame.durableBefore > offset) return true
  }
  return false
}
