import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Effect, encodeEffects } from './effect'
import { encodeFrame } from './frame'
import { formatVersion, type JournalExtent } from './read-journal'

/** Nobody but the user the server runs as reads what holds documents. */
export const OWNER_ONLY_FILE = 0o600

const frameBytes = 256 * 1024

/** Where the successor of a journal file is written until it is complete. */
export const draftOf = (file: string): string => `${file}.new`

/** Makes the creation or renaming of files in a directory durable. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}

export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

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

/** A new journal file being written beside the old one: the live set, then whatever was committed meanwhile. */
export class Rewrite {
  /** Everything up to the snapshot's end is written (or failed); `finish` will not take long. */
  isReady = false
  private isAbandoned = false
  private size = 0
  private snapshotSize = 0
  private readonly followed: Buffer[] = []
  private readonly snapshotWritten: Promise<FileHandle | undefined>

  /** @param effects is consumed over time: it must not change */
  constructor(
    private readonly file: string,
    effects: Iterable<Effect>,
    onReady: () => void,
  ) {
    this.snapshotWritten = this.writeSnapshot(effects).finally(() => {
      this.isReady = true
      if (!this.isAbandoned) onReady()
    })
  }

  /** Payloads committed to the old file since the snapshot was taken. */
  follow(payloads: Buffer[]): void {
    this.followed.push(...payloads)
  }

  /**
   * Puts the finished, synced file in the old one's place; undefined when that could not be done.
   * Rejects when the exchange may not outlast a power failure: until then both files hold everything.
   */
  async finish(): Promise<{ handle: FileHandle; extent: JournalExtent } | undefined> {
    const handle = await this.snapshotWritten
    if (!handle) return undefined
    try {
      for (const payload of this.followed) await this.write(handle, payload)
      await handle.sync()
      await rename(draftOf(this.file), this.file)
    } catch {
      await this.discard(handle)
      return undefined
    }
    await syncDirectory(dirname(this.file))
    return { handle, extent: { size: this.size, snapshotSize: this.snapshotSize, tornBytes: 0 } }
  }

  async abandon(): Promise<void> {
    this.isAbandoned = true
    const handle = await this.snapshotWritten
    if (handle) await this.discard(handle)
  }

  private async writeSnapshot(effects: Iterable<Effect>): Promise<FileHandle | undefined> {
    const handle = await open(draftOf(this.file), 'w+', OWNER_ONLY_FILE).catch(() => undefined)
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
    await writeAll(handle, bytes, this.size)
    this.size += bytes.length
  }

  private async discard(handle: FileHandle): Promise<void> {
    await handle.close()
    await rm(draftOf(this.file), { force: true })
  }
}
