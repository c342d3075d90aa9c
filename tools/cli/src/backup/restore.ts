import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { describeRestore, restoreBackup, withStaging } from '@offquad/operations'
import { readArguments, readOnly } from '../arguments'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { lockData } from '../start/data-lock'
import { print } from '../terminal'
import { filesOf, withOwnDatabase } from './backup'

const USAGE = 'Usage: npm run restore -- FILE [--replace]'

/**
 * Restores a backup. Existing data is overwritten only with --replace: the data folder is renamed and kept; on your own
 * server (MONGODB_URI) databases are emptied and files overwritten.
 */
export async function restore(args: string[]): Promise<void> {
  const options = { replace: { type: 'boolean' } } as const
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, USAGE)
  const file = path.resolve(readOnly(positionals, USAGE))
  const isReplacing = values.replace ?? false
  const dataDir = dataDirectory()
  const { MONGODB_URI } = environment()
  const setAside = MONGODB_URI
    ? await restoreBeside(MONGODB_URI, { file, dataDir, isReplacing })
    : await withStaging(dataDir, (folder) => restoreFolder({ file, dataDir, isReplacing, folder }))
  if (setAside) print(`The previous data is in ${setAside}: delete it when you no longer need it.`)
}

interface Restore {
  file: string
  dataDir: string
  isReplacing: boolean
}

const hasData = (dataDir: string) =>
  new CommandFailure(`${dataDir} has data: add --replace to replace it, or set DATA_DIR to another folder.`)

/** Restores into the server in MONGODB_URI and the data folder. */
async function restoreBeside(uri: string, { file, dataDir, isReplacing }: Restore): Promise<undefined> {
  const files = filesOf(dataDir)
  const existing = await Promise.all(Object.values(files).map((file) => stat(file).catch(() => undefined)))
  if (!isReplacing && existing.some(Boolean)) throw hasData(dataDir)
  const manifest = await restoreBackup(file, dataDir, { uri, files, isReplacing })
  print(describeRestore(manifest))
}

/** Restores into a new folder and swaps it with the old one, so that a crash leaves one of them complete. */
async function restoreFolder({ file, dataDir, isReplacing, folder }: Restore & { folder: string }) {
  const unlock = await lockData(dataDir)
  try {
    const isFull = (await readdir(dataDir)).some((name) => name !== 'lock')
    if (isFull && !isReplacing) throw hasData(dataDir)
    const next = path.join(folder, 'next')
    const manifest = await withOwnDatabase(next, (uri) =>
      restoreBackup(file, folder, { uri, files: filesOf(next), isReplacing }),
    )
    const setAside = `${dataDir}.replaced-${Date.now()}`
    if (isFull) await rename(dataDir, setAside)
    else await rm(dataDir, { recursive: true })
    await rename(next, dataDir)
    await rm(path.join(setAside, 'lock'), { force: true })
    print(describeRestore(manifest))
    return isFull ? setAside : undefined
  } catch (error) {
    await unlock()
    throw error
  }
}
