import { createReadStream } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { create, extract } from 'tar'
import { type Counts } from './databases'
import { OperationFailure } from './operation-failure'

/** Contents of an archive, which are in databases/ and files/. */
export interface Manifest {
  date: string
  counts: Counts
  /** Number of files, by the names in files/. */
  contents: Record<string, number>
}

const MANIFEST = 'manifest.json'

export const databasesIn = (folder: string): string => path.join(folder, 'databases')
export const filesIn = (folder: string): string => path.join(folder, 'files')

/** A folder beside the target for what is on its way; removed when the work is done, however it ends. */
export async function withStaging<T>(target: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(path.dirname(target), { recursive: true })
  const folder = await mkdtemp(`${target}.partial-`)
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** Files and folders that belong in an archive, by their names there. Missing ones are left out. */
export type ArchivedFiles = Record<string, string>

/** Copies them; resolves with how many files there are under each name. */
export async function copyFiles(files: ArchivedFiles, to: string): Promise<Record<string, number>> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const counts: Record<string, number> = {}
  for (const [name, from] of Object.entries(files)) {
    if (!(await stat(from).catch(() => undefined))) continue
    await cp(from, path.join(to, name), { recursive: true, preserveTimestamps: true, dereference: true })
    counts[name] = await countFiles(path.join(to, name))
  }
  return counts
}

export async function countFiles(file: string): Promise<number> {
  if (!(await stat(file)).isDirectory()) return 1
  const entries = await readdir(file, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** Whole or not at all; nobody but its owner may read it at any time: keys are in it. */
export async function pack(folder: string, manifest: Manifest, file: string): Promise<void> {
  await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 2))
  for (const part of [databasesIn, filesIn]) await mkdir(part(folder), { recursive: true })
  // The folder is the owner's alone.
  const partial = path.join(folder, 'archive.tar.gz')
  await create({ gzip: true, file: partial, cwd: folder, portable: true }, [MANIFEST, 'databases', 'files'])
  await chmod(partial, 0o600)
  await rename(partial, file)
}

// The checksum is at the end: nothing of a damaged archive is unpacked.
const readToEnd = (file: string): Promise<void> =>
  pipeline(createReadStream(file), createGunzip(), async (chunks) => {
    for await (const chunk of chunks) void chunk
  })

/** @throws OperationFailure when it is no archive of ours, or not a whole one */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  try {
    await readToEnd(file)
    await extract({ file, cwd: folder, strict: true })
    return JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest
  } catch (error) {
    throw new OperationFailure(`${file} is not a whole backup: ${(error as Error).message}`)
  }
}
