import { stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type ArchivedFiles,
  BUCKET_PHOTOS,
  copyFiles,
  databasesIn,
  filesIn,
  pack,
  photosIn,
  withStaging,
} from './archive'
import { type BucketPhotos } from './bucket-photos'
import { withMongo } from './connect'
import { type Counts, dumpDatabases } from './databases/dump-databases'
import { describeCounts } from './databases/load-databases'
import { OperationFailure } from './operation-failure'

export interface BackupSource {
  uri: string
  files: ArchivedFiles
  bucket?: BucketPhotos | undefined
  say?: (step: string) => void
}

export interface WrittenBackup {
  file: string
  counts: Counts
  contents: Record<string, number>
}

/**
 * Writes everything the platform stores into one file, while it runs.
 *
 * Photos of a bucket are copied before the databases and what is new of them afterwards, so that every photo is there that a
 * review names; files of frontends after the databases, because a version's files are complete before it is registered.
 * @param target absolute; must not exist
 * @throws OperationFailure when it exists or the database cannot be reached
 */
export async function writeBackup(
  target: string,
  { uri, files, bucket, say = () => undefined }: BackupSource,
): Promise<WrittenBackup> {
  if (await stat(target).catch(() => undefined))
    throw new OperationFailure(`${target} is there already: name another file.`)
  return withStaging(target, async (folder) => {
    const date = new Date().toISOString()
    if (bucket) say('copying the photos of the bucket')
    const numPhotos = await bucket?.download(photosIn(folder))
    say('reading the databases')
    const { counts, consistency } = await withMongo(uri, (client) =>
      dumpDatabases(client, databasesIn(folder)),
    )
    const numNewPhotos = await bucket?.download(photosIn(folder))
    say('copying files')
    const copied = await copyFiles(files, filesIn(folder))
    const contents = {
      ...copied,
      ...(bucket && { [BUCKET_PHOTOS]: (numPhotos ?? 0) + (numNewPhotos ?? 0) }),
    }
    say('packing')
    await pack(folder, { format: 2, date, counts, consistency, contents }, target)
    return { file: target, counts, contents }
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
