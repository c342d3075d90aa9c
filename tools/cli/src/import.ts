import {
  describeReports,
  importFiles,
  type ImportProgress,
  OperationFailure,
  readImportArguments,
  type Target,
} from '@offquad/operations'
import { CommandFailure } from './command-failure'
import { dataDirectory, remotePlatform } from './config'
import { readRunFile } from './start/run-file'
import { print } from './terminal'
import { accessTokenFor } from './token'

/** Feeds files to the running platform and reports what became of every row. */
export async function runImport(args: string[]): Promise<void> {
  const { files, isDryRun } = readArguments(args)
  const reports = await importFiles(await findTarget(), files, { isDryRun, onProgress: showProgress })
  print(describeReports(reports, isDryRun))
  if (reports.some(({ rejected }) => rejected.length > 0)) process.exitCode = 1
}

function readArguments(args: string[]): ReturnType<typeof readImportArguments> {
  try {
    return readImportArguments(args)
  } catch (error) {
    if (error instanceof OperationFailure)
      throw new CommandFailure(error.message.replace('Usage: import', 'Usage: npm run import --'), 2)
    throw error
  }
}

/** The number of rows so far, updated in place on a terminal. */
function showProgress({ kind, rows, isDone }: ImportProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${kind}: ${rows} rows${isDone ? '\n' : ''}`)
}

async function findTarget(): Promise<Target> {
  const remote = remotePlatform()
  if (remote) return { url: remote.url, token: () => Promise.resolve(remote.token) }
  const run = await readRunFile(dataDirectory())
  return { url: run.url, token: () => accessTokenFor(`admin@${run.emailDomain}`, run) }
}
