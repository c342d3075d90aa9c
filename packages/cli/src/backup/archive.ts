import { createReadStream } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { create, extract } from 'tar'
import { CommandFailure } from '../command-failure'
import { type Counts } from './databases'

/** What is in an archive, besides databases/ and files/. */
export interface Manifest {
  format: 1
  date: string
  counts: Counts
}

/** Of the data folder: keys, deployed frontends, pictures, mails, and that there is data at all. Redis fills up again. */
const KEPT = ['keys', 'mf', 'media', 'mail', 'state.json']
const MANIFEST = 'manifest.json'

/** A folder beside the target for what is on its way; removed when the work is done, however it ends. */
export async function withStaging<T>(target: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(path.dirname(target), { recursive: true })
  const folder = await mkdtemp(`${target}.partial-`)
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

export const databasesIn = (folder: string): string => path.join(folder, 'databases')

/** What is kept of a data folder, as far as it is there. */
export async function keptIn(folder: string): Promise<string[]> {
  const found = await Promise.all(
    KEPT.map((name) =>
      stat(path.join(folder, name))
        .then(() => [name])
        .catch(() => []),
    ),
  )
  return found.flat()
}

/** Copies what is kept of a data folder into another. */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await keptIn(from))
    await cp(path.join(from, name), path.join(to, name), { recursive: true, preserveTimestamps: true })
}

export const filesIn = (folder: string): string => path.join(folder, 'files')

/** Whole or not at all; nobody but its owner may read it at any time: the keys are in it. */
export async function pack(folder: string, manifest: Manifest, file: string): Promise<void> {
  await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 2))
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

/** @throws CommandFailure when it is no archive of ours, or not a whole one */
export async function unpack(file: string, folder: string): Promise<Manifest> {
  try {
    await readToEnd(file)
    await extract({ file, cwd: folder, strict: true })
    const manifest = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest
    if (manifest.format !== 1) throw new Error(`its format is ${String(manifest.format)}`)
    return manifest
  } catch (error) {
    throw new CommandFailure(`${file} is not a whole backup: ${(error as Error).message}`)
  }
}
