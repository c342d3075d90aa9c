import { fstatSync, readSync } from 'node:fs'
import { StartError } from '../errors'
import { decodeEffects, type Effect } from './effect'
import { type ReadBytes, readFrame, wasDurable } from './frame'

export const formatVersion = 1
// More than the first frame of a new journal: a file this small may be one that was never finished.
const tornCreationBytes = 256

export interface JournalExtent {
  /** Offset of the next frame; anything after it is a torn write. */
  size: number
  /** End of the snapshot at the head of the file, 0 without one. */
  snapshotSize: number
  /** Number of bytes after the last whole frame. */
  tornBytes: number
}

function readerOf(descriptor: number): ReadBytes {
  const fileSize = fstatSync(descriptor).size
  return (offset, length) => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, fileSize - offset)))
    const count = buffer.length === 0 ? 0 : readSync(descriptor, buffer, 0, buffer.length, offset)
    return buffer.subarray(0, count)
  }
}

function assertFormat(effect: Effect, file: string): void {
  if (effect.kind === 'format' && effect.version !== formatVersion) {
    throw new StartError(
      `The journal ${file} has format ${effect.version}, this embedded-mongo reads format ${formatVersion}: use the version that wrote it, or move the file away to start empty.`,
    )
  }
}

/**
 * Replays every whole frame of a journal in order and says where the good part ends.
 * Throws `StartError` when acknowledged data in the middle of the file is damaged.
 */
export function readJournal(
  descriptor: number,
  file: string,
  replay: (effect: Effect) => void,
): JournalExtent {
  const read = readerOf(descriptor)
  const fileSize = fstatSync(descriptor).size
  const extent = { size: 0, snapshotSize: 0, tornBytes: 0 }
  for (let frame = readFrame(read, 0); frame; frame = readFrame(read, extent.size)) {
    // A frame says how much of the file was on disk before it: with less of it there, others were taken out.
    if (frame.durableBefore > extent.size) {
      throw new StartError(
        `The journal ${file} is damaged at byte ${extent.size} (${frame.durableBefore - extent.size} bytes before it are missing): restore it from a copy, or move it away to start empty.`,
      )
    }
    extent.size = frame.end
    for (const effect of decodeEffects(frame.payload)) {
      assertFormat(effect, file)
      if (effect.kind === 'snapshotEnd') extent.snapshotSize = frame.end
      else replay(effect)
    }
  }
  extent.tornBytes = fileSize - extent.size
  if (extent.size === 0 && fileSize > tornCreationBytes) {
    throw new StartError(
      `The file ${file} is not a readable journal: restore it from a copy, or move it away to start empty.`,
    )
  }
  if (wasDurable(read, extent.size)) {
    throw new StartError(
      `The journal ${file} is damaged at byte ${extent.size} (checksum mismatch before later data): restore it from a copy, or move it away to start empty.`,
    )
  }
  return extent
}
