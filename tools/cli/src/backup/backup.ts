import { stat } from 'node:fs/promises'
import path from 'node:path'
import { findMongod } from '@offquad/embedded-mongo/mongod'
import { type ArchivedFiles, backupName, describeBackup, writeBackup } from '@offquad/operations'
import { buildApps } from '../build/build-apps'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { lockData } from '../start/data-lock'
import { readRunFile } from '../start/run-file'
import { claimPorts } from '../start/ports'
import { startMongo } from '../start/stores'
import { print } from '../terminal'

/** Writes all data of the platform into one file, whether it is running or not. */
export async function backup([file = backupName()]: string[]): Promise<void> {
  const target = path.resolve(file)
  const dataDir = dataDirectory()
  const written = await withDatabase(dataDir, (uri) => writeBackup(target, { uri, files: filesOf(dataDir) }))
  print(describeBackup(written))
}

/** Archived parts of the data folder: keys, deployed frontends, pictures, mails, and the marker of the first start. */
export const filesOf = (dataDir: string): ArchivedFiles =>
  Object.fromEntries(
    ['keys', 'mf', 'media', 'mail', 'state.json'].map((name) => [name, path.join(dataDir, name)]),
  )

/** Runs `work` with MONGODB_URI, the database of the running platform, or one that is started for it. */
export async function withDatabase<T>(dataDir: string, work: (uri: string) => Promise<T>): Promise<T> {
  const { MONGODB_URI } = environment()
  if (MONGODB_URI) return work(MONGODB_URI)
  const run = await readRunFile(dataDir).catch(() => undefined)
  if (run?.processes.some(({ name }) => name === 'embedded-mongo' || name === 'mongod'))
    return work(run.stores.mongoUri)
  if (!(await stat(path.join(dataDir, findMongod() ? 'mongod' : 'mongo')).catch(() => undefined)))
    throw new CommandFailure(
      `There is nothing in ${dataDir}: set DATA_DIR, or MONGODB_URI for your own server. A platform in containers is ` +
        'backed up by: docker compose run --rm backup backup',
    )
  return withOwnDatabase(dataDir, work)
}

/** Starts the embedded database on a data folder while `work` runs. */
export async function withOwnDatabase<T>(dataDir: string, work: (uri: string) => Promise<T>): Promise<T> {
  const unlock = await lockData(dataDir)
  const ports = await claimPorts()
  try {
    await buildApps()
    const mongo = await startMongo(dataDir, await ports.next(), () => undefined)
    return await work(mongo.uri).finally(() => mongo.stop())
  } finally {
    await ports.release()
    await unlock()
  }
}
