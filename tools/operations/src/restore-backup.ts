import { chown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type ArchivedFiles,
  copyFiles,
  databasesIn,
  filesIn,
  type Manifest,
  unpack,
  withStaging,
} from './archive'
import { withMongo } from './connect'
import { clear, describeCounts, drillDatabaseOf, isEmpty, loadDatabases } from './databases'
import { OperationFailure } from './operation-failure'

export interface RestoreTarget {
  uri: string
  /** Where the files of the archive belong, by their names there; others are left out. */
  files: ArchivedFiles
  /** Without it a target that holds anything is refused. */
  isReplacing: boolean
}

/**
 * Puts back what a backup holds: databases and files. May be repeated after a failure.
 * @param scratch folder with room for the unpacked archive
 * @throws OperationFailure when the file is no whole backup, when there is data and it is not to be replaced, or when
 * something is missing
 */
export async function restoreBackup(
  file: string,
  scratch: string,
  { uri, files, isReplacing }: RestoreTarget,
): Promise<Manifest> {
  return withStaging(path.join(scratch, 'restore'), async (folder) => {
    const manifest = await unpack(file, folder)
    await withMongo(uri, async (client) => {
      if (!isReplacing && !(await isEmpty(client)))
        throw new OperationFailure('The databases have data: say --replace to empty them first.')
      await loadDatabases(client, databasesIn(folder), manifest.counts)
    })
    for (const [name, to] of Object.entries(files)) {
      await copyFiles({ [path.basename(to)]: path.join(filesIn(folder), name) }, path.dirname(to))
      if (process.getuid?.() === 0) await giveToOwner(to)
    }
    return manifest
  })
}

/** In a container it is root that restores what another user's process will use: the owner of the folder. */
async function giveToOwner(folder: string): Promise<void> {
  const owner = await stat(folder).catch(() => undefined)
  if (!owner?.isDirectory()) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
}

export const describeRestore = ({ counts, date }: Manifest): string =>
  `${describeCounts(counts)}\nRestored what was backed up on ${date}.`

/**
 * Restores the databases of a backup beside those there are, checks that every document is there, and drops them again.
 * @throws OperationFailure when the file is no whole backup or something is missing
 */
export async function drill(file: string, scratch: string, uri: string): Promise<Manifest> {
  return withStaging(path.join(scratch, 'drill'), async (folder) => {
    const manifest = await unpack(file, folder)
    await withMongo(uri, async (client) => {
      try {
        await loadDatabases(client, databasesIn(folder), manifest.counts, drillDatabaseOf)
      } finally {
        for (const name of Object.keys(manifest.counts)) await clear(client.db(drillDatabaseOf(name)))
      }
    })
    return manifest
  })
}
