import { statfsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, StartError } from '../errors'
import { type Effect, encodeEffects } from './effect'
import {
  encodeLine,
  isUnfinishedLine,
  type JournalEnd,
  OWNER_ONLY_FILE,
  readJournal,
  replaceJournal,
  syncDirectory,
} from './journal-file'

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
  /** The replayed data as effects. */
  snapshot: () => Effect[]
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
  /** Why the last write failed, until the file is as it was before. */
  private failure: CommandError | undefined

  constructor(
    private readonly directory: string,
    private readonly handle: FileHandle,
    private end: JournalEnd,
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
    const { bavail, bsize } = statfsSync(this.directory)
    if (bavail * bsize < SMALLEST_ROOM_BYTES)
      throw new CommandError('OutOfDiskSpace', `The disk of ${this.directory} is full.`)
  }

  async close(): Promise<void> {
    while (this.draining) await this.draining
    await this.handle.close()
  }

  /** Group commit: everything that queued up while the last line was being synced becomes the next line. */
  private async drain(): Promise<void> {
    while (this.queue.length > 0) await this.write(this.queue.splice(0))
    // In the same step as the last look at the queue: an entry added later must start a new drain.
    this.draining = undefined
  }

  private async write(entries: Entry[]): Promise<void> {
    try {
      if (this.failure) await this.recover(this.failure)
      const { line, end } = encodeLine(Buffer.concat(entries.map(({ payload }) => payload)), this.end)
      await this.handle.appendFile(line)
      await this.handle.datasync()
      this.end = end
    } catch (error) {
      await this.fail(entries, error)
      return
    }
    for (const entry of entries) entry.resolve()
  }

  /**
   * Goes on after a full disk once there is room: what failed is cut off, and a sync that succeeds shows that the disk takes
   * writes. After another failure the kernel may have dropped pages, and only a restart can tell what is on the disk.
   */
  private async recover(failure: CommandError): Promise<void> {
    if (failure.codeName !== 'OutOfDiskSpace') throw failure
    await this.handle.truncate(this.end.size)
    await this.handle.datasync()
    this.failure = undefined
  }

  /** Takes back, newest first, everything that is not on disk: later commands were built on the failed ones. */
  private async fail(entries: Entry[], cause: unknown): Promise<void> {
    const error = cause instanceof CommandError ? cause : writeError(cause)
    this.failure = error
    const lost = [...entries, ...this.queue.splice(0)]
    for (const entry of lost.toReversed()) entry.undo()
    await this.handle.truncate(this.end.size).catch(() => undefined)
    for (const entry of lost) entry.reject(error)
  }
}

/** A journal with fewer effects is not worth being replaced. */
const FEW_EFFECTS = 10_000

/**
 * Opens (or creates) the journal of a directory, replays it, cuts off a torn tail, and replaces the file when most of its
 * effects are of documents that have changed since.
 * @throws StartError when the file is damaged
 */
export async function openJournal({ directory, replay, snapshot, log }: JournalOptions): Promise<Journal> {
  const file = join(directory, 'journal')
  let handle = await open(file, 'a', OWNER_ONLY_FILE)
  try {
    let numEffects = 0
    let end = await readJournal(file, (effect) => {
      numEffects += 1
      replay(effect)
    })
    const tornBytes = (await handle.stat()).size - end.size
    if (tornBytes > 0) {
      if (end.size === 0 && !(await isUnfinishedLine(file)))
        throw new StartError(
          `The file ${file} is not a readable journal: restore it from a copy, or move it away to start empty.`,
        )
      log(
        `The journal ${file} ended in ${tornBytes} bytes of an unfinished write, which was not acknowledged: they were cut off.`,
      )
      await handle.truncate(end.size)
    }
    const effects = snapshot()
    if (numEffects > FEW_EFFECTS + 2 * effects.length) {
      end = await replaceJournal(file, effects)
      await handle.close()
      handle = await open(file, 'a')
    }
    await handle.sync()
    await syncDirectory(directory)
    return new FileJournal(directory, handle, end)
  } catch (error) {
    await handle.close()
    throw error
  }
}
