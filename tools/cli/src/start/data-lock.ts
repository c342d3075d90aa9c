import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { takeLock } from '@offquad/embedded-mongo/lock-file'
import { CommandFailure } from '../command-failure'

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
    const holder = takeLock(file)
    if (holder)
      throw new CommandFailure(
        `${dataDir} is in use by another Offquad (process ${holder}): stop that one, or set DATA_DIR and PORT to run a second copy.`,
      )
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(
      `${dataDir} cannot be written (${(error as Error).message}): set DATA_DIR to a folder that can.`,
    )
  }
  return () => rm(file, { force: true })
}
