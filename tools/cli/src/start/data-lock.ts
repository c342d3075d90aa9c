import { chmod, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { isAlive } from './run-file'

/**
 * Locks the data folder for this process; the lock of a process that has ended is taken over.
 * @returns releases the lock
 * @throws CommandFailure when another copy uses it or it cannot be written
 */
export async function lockData(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'lock')
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // It contains databases, mails, pictures, keys and logs: other users of the machine must not read them.
    await chmod(dataDir, 0o700)
    await takeLock(file)
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(
      `${dataDir} cannot be written (${(error as Error).message}): set DATA_DIR to a folder that can.`,
    )
  }
  return () => rm(file, { force: true })
}

async function takeLock(file: string): Promise<void> {
  const handle = await open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (handle) {
    await handle.writeFile(String(process.pid))
    return handle.close()
  }
  // Empty where the disk was full.
  const holder = Number(await readFile(file, 'utf8'))
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw new CommandFailure(
      `${path.dirname(file)} is in use by another Offquad (process ${holder}): stop that one, or set DATA_DIR and PORT to run a second copy.`,
    )
  await rm(file, { force: true })
  return takeLock(file)
}
