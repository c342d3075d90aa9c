import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type ArchivedFiles,
  copyFiles,
  databasesIn,
  filesIn,
  type Manifest,
  pack,
  withStaging,
} from './archive'
import { withMongo } from './connect'
import { describeCounts, dumpDatabases } from './databases'
import { OperationFailure } from './operation-failure'

export interface BackupSource {
  uri: string
  files: ArchivedFiles
}

export interface WrittenBackup extends Manifest {
  file: string
}

/**
 * Writes what the platform stores into one file, while it runs. Files of frontends are read after the databases, because a
 * version's files are complete before it is registered.
 * @param target absolute; must not exist
 * @throws OperationFailure when it exists or the database cannot be reached
 */
export async function writeBackup(target: string, { uri, files }: BackupSource): Promise<WrittenBackup> {
  if (await stat(target).catch(() => undefined))
    throw new OperationFailure(`${target} is there already: name another file.`)
  return withStaging(target, async (folder) => {
    const date = new Date().toISOString()
    const counts = await withMongo(uri, (client) => dumpDatabases(client, databasesIn(folder)))
    const manifest = { date, counts, contents: await copyFiles(files, filesIn(folder)) }
    await pack(folder, manifest, target)
    return { file: target, ...manifest }
  })
}

/** For people: what is in a backup, and what is not. */
export function describeBackup({ file, counts, contents }: WrittenBackup): string {
  const files = Object.entries(contents).map(([name, count]) => `${name.padEnd(16)} ${count} files`)
  const keys = contents['keys']
    ? 'The keys of the platform are in it: keep it as you keep those.'
    : 'Keys and credentials are not in it: keep them elsewhere.'
  return [describeCounts(counts), ...files, `Written to ${path.resolve(file)}. ${keys}`].join('\n')
}
