import {
  describeReports,
  importFiles,
  type ImportProgress,
  OperationFailure,
  readImportArguments,
  type Target,
} from '@offquad/operations'
import { SingleBar } from 'cli-progress'
import { CommandFailure } from './command-failure'
import { dataDirectory, remotePlatform } from './config'
import { readRunFile } from './start/run-file'
import { print } from './terminal'
import { accessTokenFor } from './token'

/** Feeds files to the running platform and reports what became of every row. */
export async function runImport(args: string[]): Promise<void> {
  const { files, isDryRun } = readArguments(args)
  const bars = openBars()
  const reports = await importFiles(await findTarget(), files, {
    isDryRun,
    onProgress: bars.show,
  }).finally(() => bars.stop())
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

/** A bar for each file, one after the other. */
function openBars() {
  let current: { kind: string; bar: SingleBar } | undefined
  return {
    show({ kind, rows, bytesRead, bytes }: ImportProgress): void {
      if (current?.kind !== kind) {
        current?.bar.stop()
        current = { kind, bar: startBar(kind, bytes) }
      }
      current.bar.update(bytesRead, { rows })
    },
    stop: () => current?.bar.stop(),
  }
}

function startBar(kind: string, bytes: number): SingleBar {
  const bar = new SingleBar({
    format: `${kind.padEnd(12)}{bar} {percentage}%  {rows} rows`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 2000,
    hideCursor: true,
  })
  bar.start(bytes, 0, { rows: 0 })
  return bar
}

async function findTarget(): Promise<Target> {
  const remote = remotePlatform()
  if (remote) return { url: remote.url, token: () => Promise.resolve(remote.token) }
  const run = await readRunFile(dataDirectory())
  return { url: run.url, token: () => accessTokenFor(`admin@${run.emailDomain}`, run) }
}
