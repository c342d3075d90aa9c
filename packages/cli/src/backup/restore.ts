import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { lockData } from '../start/data-lock'
import { print, sayStep } from '../terminal'
import { copyFiles, databasesIn, filesIn, keptIn, type Manifest, unpack, withStaging } from './archive'
import { describeCounts, withOwnDatabase } from './backup'
import { type Counts, isEmpty, load, withMongo } from './databases'

const USAGE = 'Usage: npm run restore -- FILE [--replace]'

/**
 * Puts back what a backup holds. What is there is never overwritten unasked: with --replace the data folder is set aside,
 * and databases of a server of your own are emptied first and files beside it overwritten.
 */
export async function restore(args: string[]): Promise<void> {
  const { file, isReplacing } = readArguments(args)
  const dataDir = dataDirectory()
  const setAside = await withStaging(dataDir, async (folder) => {
    sayStep('unpacking')
    const archive = path.join(folder, 'archive')
    await mkdir(archive)
    const manifest = await unpack(file, archive)
    const { MONGODB_URI } = environment()
    if (!MONGODB_URI) return restoreFolder({ dataDir, archive, manifest, isReplacing, folder })
    if (!isReplacing && (await keptIn(dataDir)).length > 0) throw hasData(dataDir)
    await restoreDatabases(MONGODB_URI, archive, { manifest, isReplacing })
    await copyFiles(filesIn(archive), dataDir)
    return undefined
  })
  if (setAside) print(`What was there before is in ${setAside}: delete it when you do not need it any more.`)
}

const hasData = (dataDir: string) =>
  new CommandFailure(
    `${dataDir} has data: say --replace to put this in its place, or set DATA_DIR to another folder.`,
  )

interface FolderRestore {
  dataDir: string
  archive: string
  manifest: Manifest
  isReplacing: boolean
  folder: string
}

/** Builds the whole folder beside the old one and swaps them, so that a crash leaves one of the two whole. */
async function restoreFolder({ dataDir, archive, manifest, isReplacing, folder }: FolderRestore) {
  const unlock = await lockData(dataDir)
  try {
    const isFull = (await readdir(dataDir)).some((name) => name !== 'lock')
    if (isFull && !isReplacing) throw hasData(dataDir)
    const next = path.join(folder, 'next')
    const counts = await withOwnDatabase(next, (uri) => {
      sayStep('writing the databases')
      return withMongo(uri, (client) => load(client, databasesIn(archive)))
    })
    checkCounts(manifest.counts, counts)
    sayStep('copying files')
    await copyFiles(filesIn(archive), next)
    const setAside = `${dataDir}.replaced-${Date.now()}`
    if (isFull) await rename(dataDir, setAside)
    else await rm(dataDir, { recursive: true })
    await rename(next, dataDir)
    await rm(path.join(setAside, 'lock'), { force: true })
    print(`${describeCounts(counts)}\nRestored what was backed up on ${manifest.date}.`)
    return isFull ? setAside : undefined
  } catch (error) {
    await unlock()
    throw error
  }
}

async function restoreDatabases(
  uri: string,
  archive: string,
  { manifest, isReplacing }: Pick<FolderRestore, 'manifest' | 'isReplacing'>,
): Promise<void> {
  await withMongo(uri, async (client) => {
    if (!isReplacing && !(await isEmpty(client)))
      throw new CommandFailure('The databases have data: say --replace to empty them first.')
    sayStep('writing the databases')
    const counts = await load(client, databasesIn(archive))
    checkCounts(manifest.counts, counts)
    print(`${describeCounts(counts)}\nRestored what was backed up on ${manifest.date}.`)
  })
}

function checkCounts(expected: Counts, counts: Counts): void {
  for (const [database, collections] of Object.entries(expected))
    for (const [collection, count] of Object.entries(collections))
      if ((counts[database]?.[collection] ?? 0) !== count)
        throw new CommandFailure(
          `${database}.${collection} should have ${count} documents and has ${counts[database]?.[collection] ?? 0}.`,
        )
}

function readArguments(args: string[]): { file: string; isReplacing: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file] = positionals
    if (!file || positionals.length > 1) throw new Error('One file is restored.')
    return { file: path.resolve(file), isReplacing: values.replace ?? false }
  } catch (error) {
    throw new CommandFailure(`${(error as Error).message}\n${USAGE}`, 2)
  }
}
