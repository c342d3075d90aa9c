import { chown, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type ArchivedFiles,
  BUCKET_PHOTOS,
  copyFiles,
  countFiles,
  databasesIn,
  filesIn,
  type Manifest,
  photosIn,
  unpack,
  withStaging,
} from './archive'
import { type BucketPhotos } from './bucket-photos'
import { withMongo } from './connect'
import { checkCounts, clear, describeCounts, isEmpty, loadDatabases } from './databases/load-databases'
import { type Counts } from './databases/dump-databases'
import { OperationFailure } from './operation-failure'
import { drillDatabaseOf } from './platform-databases'

export interface RestoreTarget {
  uri: string
  /** Where the files of the archive belong, by their names there; others are left out. */
  files: ArchivedFiles
  bucket?: BucketPhotos | undefined
  /** Without it a target that holds anything is refused. */
  isReplacing: boolean
  say?: (step: string) => void
}

/**
 * Puts back what a backup holds: databases, photos of a bucket, files. May be repeated after a failure.
 * @param scratch folder with room for the unpacked archive
 * @throws OperationFailure when the file is no whole backup, when there is data and it is not to be replaced, or when
 * something is missing afterwards
 */
export async function restoreBackup(
  file: string,
  scratch: string,
  { uri, files, bucket, isReplacing, say = () => undefined }: RestoreTarget,
): Promise<Manifest> {
  return withStaging(path.join(scratch, 'restore'), async (folder) => {
    say('unpacking')
    const manifest = await unpack(file, folder)
    const photos = await readdir(photosIn(folder)).catch(() => [])
    if (photos.length > 0 && !bucket)
      throw new OperationFailure(
        'The photos of this backup were in a bucket: set S3_BUCKET and the settings beside it.',
      )
    await withMongo(uri, async (client) => {
      if (!isReplacing && !(await isEmpty(client)))
        throw new OperationFailure('The databases have data: say --replace to empty them first.')
      say('writing the databases')
      checkCounts(manifest.counts, await loadDatabases(client, databasesIn(folder)))
    })
    if (photos.length > 0) say('writing photos to the bucket')
    await bucket?.upload(photosIn(folder))
    say('copying files')
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
 * Restores a backup into databases of their own, checks that every document is there, and drops them again.
 * @returns what was found
 * @throws OperationFailure when the file is no whole backup or something is missing
 */
export async function drill(
  file: string,
  scratch: string,
  { uri, say = () => undefined }: { uri: string; say?: (step: string) => void },
): Promise<Manifest> {
  return withStaging(path.join(scratch, 'drill'), async (folder) => {
    say('unpacking')
    const manifest = await unpack(file, folder)
    await checkContents(manifest, folder)
    say('writing the databases')
    await withMongo(uri, async (client) => {
      const names = Object.keys(manifest.counts).map(drillDatabaseOf)
      try {
        await loadDatabases(client, databasesIn(folder), drillDatabaseOf)
        const counts: Counts = {}
        for (const [database, collections] of Object.entries(manifest.counts)) {
          const found: Record<string, number> = {}
          counts[database] = found
          for (const collection of Object.keys(collections))
            found[collection] = await client
              .db(drillDatabaseOf(database))
              .collection(collection)
              .countDocuments({})
        }
        checkCounts(manifest.counts, counts)
      } finally {
        for (const name of names) await clear(client.db(name))
      }
    })
    return manifest
  })
}

async function checkContents({ contents = {} }: Manifest, folder: string): Promise<void> {
  for (const [name, count] of Object.entries(contents)) {
    const place = name === BUCKET_PHOTOS ? photosIn(folder) : path.join(filesIn(folder), name)
    const found = await countFiles(place).catch(() => 0)
    if (found !== count) throw new OperationFailure(`${name} should have ${count} files and has ${found}.`)
  }
}
