import path from 'node:path'
import { stat } from 'node:fs/promises'
import { buildApps } from '../build/build-apps'
import { CommandFailure } from '../command-failure'
import { dataDirectory, environment } from '../config'
import { lockData } from '../start/data-lock'
import { readRunFile } from '../start/run-file'
import { startMongo } from '../start/stores'
import { print, sayStep } from '../terminal'
import { copyFiles, databasesIn, filesIn, pack, withStaging } from './archive'
import { type Counts, dump, withMongo } from './databases'

/** Writes everything the platform keeps into one file, while it runs or while it does not. */
export async function backup([file = defaultName()]: string[]): Promise<void> {
  const target = path.resolve(file)
  if (await stat(target).catch(() => undefined))
    throw new CommandFailure(`${target} is there already: name another file.`)
  const dataDir = dataDirectory()
  const counts = await withStaging(target, async (folder) => {
    const counts = await withDatabase(dataDir, (uri) => {
      sayStep('reading the databases')
      return withMongo(uri, (client) => dump(client, databasesIn(folder)))
    })
    sayStep('copying files')
    await copyFiles(dataDir, filesIn(folder))
    sayStep('packing')
    await pack(folder, { format: 1, date: new Date().toISOString(), counts }, target)
    return counts
  })
  print(
    `${describeCounts(counts)}\nWritten to ${target}. The keys of the platform are in it: keep it as you keep those.`,
  )
}

/** The database of the environment, that of the platform that runs here, or one started for the moment. */
export async function withDatabase<T>(dataDir: string, work: (uri: string) => Promise<T>): Promise<T> {
  const { MONGODB_URI } = environment()
  if (MONGODB_URI) return work(MONGODB_URI)
  const run = await readRunFile(dataDir).catch(() => undefined)
  const running = run?.processes.find(({ name }) => name === 'embedded-mongo')
  if (running) return work(`mongodb://127.0.0.1:${running.port}`)
  if (!(await stat(path.join(dataDir, 'mongo')).catch(() => undefined)))
    throw new CommandFailure(
      `There is nothing in ${dataDir}: set DATA_DIR, or MONGODB_URI for a server of your own.`,
    )
  return withOwnDatabase(dataDir, work)
}

/** Starts the embedded database on a data folder for as long as the work takes. */
export async function withOwnDatabase<T>(dataDir: string, work: (uri: string) => Promise<T>): Promise<T> {
  const unlock = await lockData(dataDir)
  try {
    await buildApps()
    const mongo = await startMongo(dataDir, () => undefined)
    return await work(`mongodb://127.0.0.1:${mongo.port}`).finally(() => mongo.stop())
  } finally {
    await unlock()
  }
}

export const describeCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([database, collections]) => {
      const documents = Object.values(collections).reduce((sum, count) => sum + count, 0)
      return `${database.padEnd(16)} ${documents} documents in ${Object.keys(collections).length} collections`
    })
    .join('\n')

const defaultName = (): string =>
  `offquad-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`
