import { open, type FileHandle, rm } from 'node:fs/promises'
import { OWNER_ONLY_FILE } from './permissions'

interface Tail {
  file: string
  handle: FileHandle
  /** Where the last whole frame ends. */
  size: number
  log: (line: string) => void
}

const chunkBytes = 1 << 20

async function copyTail({ handle, size }: Tail, target: string): Promise<number> {
  const copy = await open(target, 'wx', OWNER_ONLY_FILE)
  try {
    const chunk = Buffer.alloc(chunkBytes)
    let copied = 0
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunkBytes, size + copied)
      if (bytesRead === 0) break
      await copy.writeFile(chunk.subarray(0, bytesRead))
      copied += bytesRead
    }
    await copy.sync()
    return copied
  } finally {
    await copy.close()
  }
}

/** Cuts off what stands after the last whole frame of a journal, keeps it in a file beside it and says so. */
export async function cutTail(tail: Tail): Promise<void> {
  const { file, handle, size, log } = tail
  const target = `${file}.cut-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const begin = `The journal ${file} ends in an unfinished write, which was cut off at byte ${size}`
  try {
    const bytes = await copyTail(tail, target)
    log(
      `${begin}: its ${bytes} bytes are kept in ${target}. They belong to commands that were not acknowledged.`,
    )
  } catch (error) {
    await rm(target, { force: true })
    log(
      `${begin} and could not be kept: ${String(error)}. It belonged to commands that were not acknowledged.`,
    )
  }
  await handle.truncate(size)
}
