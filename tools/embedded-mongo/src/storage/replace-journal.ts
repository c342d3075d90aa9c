import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { type Effect, encodeEffects } from './effect'
import { encodeFrame } from './frame'
import { formatVersion, type JournalExtent } from './read-journal'

/** Nobody but the user the server runs as reads what holds documents. */
export const OWNER_ONLY_FILE = 0o600

const frameBytes = 256 * 1024

/** The file in which the successor of a journal is written until it is complete. */
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

/**
 * Puts a synced file with the live set in the journal's place. The directory is not synced yet: until it is, both files hold
 * everything.
 * @throws the error of the disk, with the journal as it was
 */
export async function replaceBySnapshot(
  file: string,
  effects: Iterable<Effect>,
): Promise<{ handle: FileHandle; extent: JournalExtent }> {
  const handle = await open(draftOf(file), 'w+', OWNER_ONLY_FILE)
  let size = 0
  try {
    for (const payload of snapshotPayloads(effects)) {
      // The file counts only once it is synced and renamed, so each frame may vouch for all before it.
      const bytes = encodeFrame(payload, size)
      await writeAll(handle, bytes, size)
      size += bytes.length
    }
    await handle.sync()
    await rename(draftOf(file), file)
  } catch (error) {
    await handle.close()
    await rm(draftOf(file), { force: true })
    throw error
  }
  return { handle, extent: { size, snapshotSize: size, tornBytes: 0 } }
}
