import { open, readFile, rm } from 'node:fs/promises'
import { isAlive } from './start/run-file'

/**
 * Makes the file a lock of this process, which deletes it to release it; the lock of a process that has ended is taken over.
 * @returns the id of the process that holds it, if that is another one
 */
export async function takeLock(file: string): Promise<number | undefined> {
  const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (handle) {
    await handle.writeFile(String(process.pid))
    await handle.close()
    return undefined
  }
  // Empty where the disk was full.
  const holder = Number(await readFile(file, 'utf8').catch(() => ''))
  if (holder > 0 && holder !== process.pid && isAlive(holder)) return holder
  await rm(file, { force: true })
  return takeLock(file)
}
