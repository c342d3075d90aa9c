import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Effect, encodeEffects } from './effect'
import { encodeFrame } from './frame'
import { OWNER_ONLY_FILE } from './permissions'
import { formatVersion, type JournalExtent } from './read-journal'
import { syncDirectory } from './sync-directory'

/** A new journal file being written beside the old one: the live set, then whatever was committed meanwhile. */
export interface Rewrite {
  /** Everything up to the snapshot's end is written (or failed); `finish` will not take long. */
  readonly isReady: boolean
  /** Payloads committed to the old file since the snapshot was taken. */
  follow(payloads: Buffer[]): void
  /**
   * Puts the finished, synced file in the old one's place; undefined when that could not be done.
   * Rejects when the exchange may not outlast a power failure: until then both files hold everything.
   */
  finish(): Promise<{ handle: FileHandle; extent: JournalExtent } | undefined>
  abandon(): Promise<void>
}

const frameBytes = 256 * 1024

function* snapshotPayloads(effects: Iterable<Effect>): Generator<Buffer> {
  let parts: Buffer[] = [encodeEffects([{ kind: 'format', version: formatVersion }])]
  let size = 0
  for (const effect of effects) {
    const encoded = encodeEffects([effect])
    parts.push(encoded)
    size += encoded.length
    if (size < frameBytes) continue
    yield Buffer.concat(parts)
    parts = []
    size = 0
  }
  yield Buffer.concat([...parts, encodeEffects([{ kind: 'snapshotEnd' }])])
}

class FileRewrite implements Rewrite {
  isReady = false
  private isAbandoned = false
  private size = 0
  private snapshotSize = 0
  private readonly draft: string
  private readonly followed: Buffer[] = []
  private readonly snapshotWritten: Promise<FileHandle | undefined>

  constructor(
    private readonly file: string,
    effects: Iterable<Effect>,
    onReady: () => void,
  ) {
    this.draft = draftOf(file)
    this.snapshotWritten = this.writeSnapshot(effects).finally(() => {
      this.isReady = true
      if (!this.isAbandoned) onReady()
    })
  }

  follow(payloads: Buffer[]): void {
    this.followed.push(...payloads)
  }

  async finish(): Promise<{ handle: FileHandle; extent: JournalExtent } | undefined> {
    const handle = await this.snapshotWritten
    if (!handle) return undefined
    try {
      for (const payload of this.followed) await this.write(handle, payload)
      await handle.sync()
      await rename(this.draft, this.file)
    } catch {
      await this.discard(handle)
      return undefined
    }
    await syncDirectory(dirname(this.file))
    return {
      handle,
      extent: { size: this.size, snapshotSize: this.snapshotSize, isClosed: false, tornBytes: 0 },
    }
  }

  async abandon(): Promise<void> {
    this.isAbandoned = true
    const handle = await this.snapshotWritten
    if (handle) await this.discard(handle)
  }

  private async writeSnapshot(effects: Iterable<Effect>): Promise<FileHandle | undefined> {
    const handle = await open(this.draft, 'w+', OWNER_ONLY_FILE).catch(() => undefined)
    if (!handle) return undefined
    try {
      for (const payload of snapshotPayloads(effects)) {
        if (this.isAbandoned) break
        await this.write(handle, payload)
      }
      this.snapshotSize = this.size
      return handle
    } catch {
      // A full disk must not stop the old journal from being used.
      await this.discard(handle)
      return undefined
    }
  }

  private async write(handle: FileHandle, payload: Buffer): Promise<void> {
    // The file counts only once it is synced and renamed, so each frame may vouch for all before it.
    const bytes = encodeFrame(payload, this.size)
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, this.size + done)
      done += bytesWritten
    }
    this.size += bytes.length
  }

  private async discard(handle: FileHandle): Promise<void> {
    await handle.close()
    await rm(this.draft, { force: true })
  }
}

/** Where the successor of a journal file is written until it is complete. */
export function draftOf(file: string): string {
  return `${file}.new`
}

/** Begins writing a fresh journal with these effects. The iterable is consumed over time: it must not change. */
export function startRewrite(file: string, effects: Iterable<Effect>, onReady: () => void): Rewrite {
  return new FileRewrite(file, effects, onReady)
}
