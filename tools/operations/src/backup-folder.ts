import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { OperationFailure } from './operation-failure'

const BACKUP = /^offquad-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz$/

/** The name of a backup that begins now; names sort by time. */
export const backupName = (now = new Date()): string =>
  `offquad-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`

interface StoredBackup {
  file: string
  /** When it was complete, in ms since 1970. */
  at: number
}

/** The backups of a folder, newest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder))
    .filter((name) => BACKUP.test(name))
    .toSorted()
    .toReversed()
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      return { file, at: (await stat(file)).mtimeMs }
    }),
  )
}

/** A backup by its path, or with `latest` the newest of a folder. */
export async function findBackup(folder: string, name: string | undefined): Promise<string> {
  if (!name) throw new OperationFailure('Name a backup, or latest.')
  if (name !== 'latest') return path.resolve(folder, name)
  const [newest] = await listBackups(folder)
  if (!newest) throw new OperationFailure(`There is no backup in ${folder}.`)
  return newest.file
}

const DAY_MS = 86_400_000

/** Deletes all but the newest, and what a run that was killed more than a day ago left behind. */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  for (const { file } of (await listBackups(folder)).slice(keep)) await rm(file)
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const isLeftBehind = name.includes('.partial-') && (await stat(file)).mtimeMs < Date.now() - DAY_MS
    if (isLeftBehind) await rm(file, { recursive: true })
  }
}
