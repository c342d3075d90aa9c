import { constants, statfsSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../errors'
import { type Effect, encodeEffects } from './effect'
import { encodeFrame } from './frame'
import { formatVersion, type JournalExtent, readJournal } from './read-journal'
import { draftOf, OWNER_ONLY_FILE, replaceBySnapshot, syncDirectory, writeAll } from './replace-journal'

/** Makes the effects of commands durable. */
export interface Journal {
  /** Resolves once the effects are on disk; rejects, after calling `undo`, when they could not be written. */
  append(effects: Effect[], undo: () => void): Promise<void>
  /** Throws `OutOfDiskSpace` while the disk is full. */
  assertRoom(): void
  close(): Promise<void>
}

export interface JournalOptions {
  directory: string
  replay: (effect: Effect) => void
  /** The whole live set as effects, taken at the moment of the call. */
  snapshot: () => Iterable<Effect>
  /** The file is rewritten when it outgrows its snapshot by this much, and by the snapshot's own size. */
  compactAfterBytes: number
  /** Receives a line about what was cut off. */
  log: (line: string) => void
}

interface Entry {
  payload: Buffer
  undo: () => void
  resolve: () => void
  reject: (error: CommandError) => void
}

/** A journal for a database that lives in memory only. */
export const volatileJournal: Journal = {
  append: () => Promise.resolve(),
  assertRoom: () => undefined,
  close: () => Promise.resolve(),
}

/** With less room than this, the next command may not fit. */
const SMALLEST_ROOM_BYTES = 64 * 1024

function writeError(cause: unknown): CommandError {
  // The disk, the quota or the size that a file may have is used up.
  const isOutOfSpace = /ENOSPC|EFBIG|EDQUOT/.test(String(cause))
  return new CommandError(
    isOutOfSpace ? 'OutOfDiskSpace' : 'OperationFailed',
    `The journal could not be written, nothing was stored: ${String(cause)}`,
  )
}

function encodeOrUndo(effects: Effect[], undo: () => void): Buffer {
  try {
    return encodeEffects(effects)
  } catch (error) {
    // Memory must not keep what the journal cannot hold.
    undo()
    throw new CommandError('BadValue', `The result cannot be stored: ${String(error)}`)
  }
}

class FileJournal implements Journal {
  private queue: Entry[] = []
  private draining: Promise<void> | undefined
  private broken: CommandError | undefined

  constructor(
    private readonly options: JournalOptions,
    private readonly file: string,
    private handle: FileHandle,
    private extent: JournalExtent,
  ) {}

  append(effects: Effect[], undo: () => void): Promise<void> {
    const payload = encodeOrUndo(effects, undo)
    const written = new Promise<void>((resolve, reject) =>
      this.queue.push({ payload, undo, resolve, reject }),
    )
    this.draining ??= this.drain()
    return written
  }

  assertRoom(): void {
    const { bavail, bsize } = statfsSync(this.options.directory)
    if (bavail * bsize < SMALLEST_ROOM_BYTES)
      throw new CommandError('OutOfDiskSpace', `The disk of ${this.options.directory} is full.`)
  }

  async close(): Promise<void> {
    while (this.draining) await this.draining
    await this.handle.close()
  }

  /** Group commit: everything that queued up while the last batch was being synced becomes the next batch. */
  private async drain(): Promise<void> {
    while (this.queue.length > 0) {
      await this.writeBatch(this.queue.splice(0))
      await this.compactIfNeeded()
    }
    // In the same step as the last look at the queue: an entry added later must start a new drain.
    this.draining = undefined
  }

  private async writeBatch(batch: Entry[]): Promise<void> {
    const bytes = Buffer.concat(batch.map(({ payload }) => encodeFrame(payload, this.extent.size)))
    try {
      if (this.broken) await this.heal(this.broken)
      await this.write(bytes)
    } catch (error) {
      await this.fail(batch, error)
      return
    }
    this.extent.size += bytes.length
    for (const entry of batch) entry.resolve()
  }

  /**
   * Goes on after a full disk once there is room. All before `extent.size` was synced; what failed is cut off again,
   * and a sync that succeeds shows that the disk takes writes. Throws `broken` while it does not.
   */
  private async heal(broken: CommandError): Promise<void> {
    if (broken.codeName !== 'OutOfDiskSpace') throw broken
    try {
      await this.handle.truncate(this.extent.size)
      await this.handle.datasync()
      this.broken = undefined
    } catch {
      throw broken
    }
  }

  private async write(bytes: Buffer): Promise<void> {
    await writeAll(this.handle, bytes, this.extent.size)
    // After a failed sync the kernel may have dropped the pages; unless the disk was full, only a restart can tell
    // what is on it.
    await this.handle.datasync().catch((error: unknown) => {
      this.broken = writeError(error)
      throw error
    })
  }

  /** Takes back, newest first, everything that is not on disk: later commands were built on the failed ones. */
  private async fail(batch: Entry[], cause: unknown): Promise<void> {
    const error = cause instanceof CommandError ? cause : writeError(cause)
    const lost = [...batch, ...this.queue.splice(0)]
    for (const entry of lost.toReversed()) entry.undo()
    await this.handle.truncate(this.extent.size).catch(() => (this.broken ??= error))
    for (const entry of lost) entry.reject(error)
  }

  private async compactIfNeeded(): Promise<void> {
    const { size, snapshotSize } = this.extent
    const allowance = Math.max(this.options.compactAfterBytes, snapshotSize)
    if (this.broken || size - snapshotSize <= allowance) return
    // The snapshot has the effects of those that wait as well.
    const waiting = this.queue.splice(0)
    const replaced = await replaceBySnapshot(this.file, this.options.snapshot()).catch(() => undefined)
    if (!replaced) {
      // A full disk must not stop the old journal from being used: again only after as much growth again.
      this.extent.snapshotSize = size
      this.queue.unshift(...waiting)
      return
    }
    const previous = this.handle
    this.handle = replaced.handle
    this.extent = replaced.extent
    // The old file has no name any more; failing to close it loses nothing.
    await previous.close().catch(() => undefined)
    try {
      await syncDirectory(this.options.directory)
      for (const entry of waiting) entry.resolve()
    } catch (error) {
      this.broken = writeError(error)
      this.queue.unshift(...waiting)
    }
  }
}

/**
 * Opens (or creates) the journal of a directory, replays it and cuts off a torn tail.
 * Throws `StartError` when the file is damaged in the middle.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const file = join(options.directory, 'journal')
  await rm(draftOf(file), { force: true })
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY_FILE)
  try {
    const extent = readJournal(handle.fd, file, options.replay)
    if (extent.tornBytes > 0) {
      options.log(
        `The journal ${file} ended in ${extent.tornBytes} bytes of an unfinished write, which was not acknowledged: they were cut off.`,
      )
      await handle.truncate(extent.size)
    }
    const journal = new FileJournal(options, file, handle, extent)
    if (extent.size === 0) await journal.append([{ kind: 'format', version: formatVersion }], () => undefined)
    await handle.sync()
    await syncDirectory(options.directory)
    return journal
  } catch (error) {
    await handle.close()
    throw error
  }
}
