import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '@offquad/service-kit/errors'
import { type ArchivedFiles } from './archive'
import { backupName, findBackup } from './backup-folder'
import {
  loadImportSettings,
  loadOperationSettings,
  loadScheduleSettings,
  type OperationSettings,
  readMongoUris,
} from './config'
import { withMongo } from './connect'
import { importFiles, readImportArguments } from './import/import-files'
import { openAdministratorTokens } from './import/administrator-tokens'
import { describeReports } from './import/report'
import { createMongoUsers, ROOT } from './mongodb-users'
import { OperationFailure } from './operation-failure'
import { describeRestore, drill, restoreBackup } from './restore-backup'
import { scheduleBackups } from './scheduled-backups'
import { describeBackup, writeBackup } from './write-backup'

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  users,
  import: runImport,
  backup,
  schedule,
  drill: runDrill,
  restore,
}

const USAGE = `Usage: node dist/command.js users
       node dist/command.js import [--apartments FILE] [--landlords FILE] [--reviews FILE] [--faqs FILE] [--dry-run]
       node dist/command.js backup [FILE]
       node dist/command.js schedule
       node dist/command.js drill FILE|latest
       node dist/command.js restore FILE|latest [--replace]
Paths of backups are in BACKUP_DIR unless they are absolute.`

async function users(): Promise<void> {
  const uris = readMongoUris()
  const root = uris.get(ROOT)
  if (!root) throw new OperationFailure('mongodb-uri-root is missing: it names the administrator.')
  const names = await withMongo(root.href, (client) => createMongoUsers(client, uris))
  print(`Users of MongoDB: ${names.join(', ')}.`)
}

/** Imports as an administrator of the platform whose signing key is set. */
async function runImport(args: string[]): Promise<void> {
  const { files, isDryRun } = readImportArguments(args)
  const settings = loadImportSettings()
  const target = { url: settings.OFFQUAD_URL, token: await openAdministratorTokens(settings) }
  const reports = await importFiles(target, files, {
    isDryRun,
    onProgress: ({ kind, rows, isDone }) => isDone && say(`${kind}: ${rows} rows`),
  })
  print(describeReports(reports, isDryRun))
  if (reports.some(({ rejected }) => rejected.length > 0)) process.exitCode = 1
}

async function backup([name = backupName()]: string[]): Promise<void> {
  const settings = loadOperationSettings()
  print(describeBackup(await writeBackup(path.resolve(settings.BACKUP_DIR, name), sourceOf(settings))))
}

const sourceOf = (settings: OperationSettings) => ({
  uri: settings.MONGODB_URI,
  files: { ...filesOf(settings), ...(settings.CREDENTIALS_DIR && { keys: settings.CREDENTIALS_DIR }) },
})

/** Keys are only ever read: whoever restores puts them back before anything is started. */
const filesOf = ({ MF_DIR }: OperationSettings): ArchivedFiles => (MF_DIR ? { mf: MF_DIR } : {})

/** Runs until it is told to stop. */
async function schedule(): Promise<void> {
  const settings = loadScheduleSettings()
  await mkdir(settings.BACKUP_DIR, { recursive: true })
  const scheduled = await scheduleBackups(
    {
      folder: settings.BACKUP_DIR,
      everyMs: settings.BACKUP_EVERY_HOURS * 3_600_000,
      keep: settings.BACKUP_KEEP,
      write: (file) => writeBackup(file, sourceOf(settings)),
      log,
    },
    settings,
  )
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log({ signal }, 'backup is stopping')
      void scheduled.close().then(() => log({}, 'backup has stopped'))
    })
}

const log = (fields: Record<string, unknown>, msg: string) =>
  print(JSON.stringify({ level: 30, time: Date.now(), app: 'backup', ...fields, msg }))

async function runDrill([name]: string[]): Promise<void> {
  const settings = loadOperationSettings()
  const file = await findBackup(settings.BACKUP_DIR, name)
  const manifest = await drill(file, settings.BACKUP_DIR, settings.MONGODB_URI)
  print(
    `${describeRestore(manifest)} It was a drill: its databases are dropped again.\n${file} can be restored.`,
  )
}

async function restore(args: string[]): Promise<void> {
  const settings = loadOperationSettings()
  const { values, positionals } = readArguments(args)
  const file = await findBackup(settings.BACKUP_DIR, positionals[0])
  const manifest = await restoreBackup(file, settings.BACKUP_DIR, {
    uri: settings.MONGODB_URI,
    files: filesOf(settings),
    isReplacing: values.replace ?? false,
  })
  print(describeRestore(manifest))
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: { replace: { type: 'boolean' } }, allowPositionals: true })
  } catch (error) {
    throw new OperationFailure(`${(error as Error).message}\n${USAGE}`)
  }
}

const print = (text: string) => process.stdout.write(`${text}\n`)
const say = (text: string) => process.stderr.write(`${text}\n`)

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS[name]
try {
  if (!command) throw new OperationFailure(USAGE)
  await command(args)
} catch (error) {
  const isExplained = error instanceof OperationFailure || error instanceof ConfigError
  say(isExplained ? error.message : String((error as Error).stack ?? error))
  process.exitCode = 1
}
