import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../errors'
import { OWNER_ONLY_FILE } from './permissions'

/** Whether a write failed because the disk, the quota or the size that a file may have is used up. */
export function isOutOfSpace(error: unknown): boolean {
  return /ENOSPC|EFBIG|EDQUOT/.test(String(error))
}

// Room for the lock and a few frames, more than the smallest block of any file system in use.
const reserveBytes = 64 * 1024

const reserveOf = (directory: string) => join(directory, 'reserve')

/** Sets some bytes of the disk aside, if there are any, so that a later start on a full disk can use them. */
export async function keepReserve(directory: string): Promise<void> {
  const file = reserveOf(directory)
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size >= reserveBytes) return
  try {
    const handle = await open(file, 'w', OWNER_ONLY_FILE)
    await handle
      .writeFile(Buffer.alloc(reserveBytes))
      .then(() => handle.sync())
      .finally(() => handle.close())
  } catch {
    await rm(file, { force: true })
  }
}

/**
 * Runs a step of the start, once more with the reserve's bytes when the disk is full.
 * Throws `StartError` when they do not suffice either.
 */
export async function withReserve<Result>(directory: string, step: () => Result): Promise<Result> {
  try {
    return step()
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
  await rm(reserveOf(directory), { force: true })
  try {
    return step()
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    throw new StartError(`The disk of ${directory} is full: make room, then start again.`)
  }
}
