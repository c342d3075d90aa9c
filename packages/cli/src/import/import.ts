import { parseArgs } from 'node:util'
import { importApartments, importFrequentQuestions, importLandlords, importReviews } from '@offquad/contracts'
import { BrokenFileError, emptyReport, importRows, type Row } from '@offquad/row-files'
import { SingleBar } from 'cli-progress'
import { CommandFailure } from '../command-failure'
import { dataDirectory, remotePlatform } from '../config'
import { readRunFile } from '../start/run-file'
import { print, say } from '../terminal'
import { accessTokenFor } from '../token'
import { collectReferences, type References } from './references'
import { describeReports, type KindReport } from './report'
import { openRowFile, type RowFile } from './row-file'
import { sendRows, type Target } from './send-rows'

// In this order: apartments name their landlords, reviews name both.
const KINDS = {
  landlords: importLandlords,
  apartments: importApartments,
  reviews: importReviews,
  faqs: importFrequentQuestions,
} as const
type Kind = keyof typeof KINDS

export type ImportFiles = Partial<Record<Kind, string>>

interface ImportOptions {
  isDryRun: boolean
  /** Hears about every file that is done; absent: a bar on the terminal. */
  onProgress?: (line: string) => void
}

const TOKEN_LIFE_MS = 4 * 60_000
const USAGE =
  'Usage: npm run import -- [--apartments FILE] [--landlords FILE] [--reviews FILE] [--faqs FILE] [--dry-run]\nFiles are JSON arrays or CSV.'

/** Feeds files to the running platform and reports what became of every row. */
export async function importFiles(args: string[]): Promise<void> {
  const { files, isDryRun } = readArguments(args)
  const reports = await importInto(await findTarget(), files, { isDryRun })
  print(describeReports(reports, isDryRun))
  if (reports.some(({ rejected }) => rejected.length > 0)) process.exitCode = 1
}

/**
 * Feeds files to a platform, one report for each.
 * @throws CommandFailure when a file cannot be read or the platform cannot take it
 */
export async function importInto(
  target: Target,
  files: ImportFiles,
  options: ImportOptions,
): Promise<KindReport[]> {
  const wanted = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    files[kind] ? [{ kind, file: files[kind] }] : [],
  )
  // All are opened first: a mistyped path should not be told after the first file went in.
  const opened = await Promise.all(
    wanted.map(async (entry) => ({ ...entry, rowFile: await openRowFile(entry.file) })),
  )
  const reports: KindReport[] = []
  const references = collectReferences()
  for (const entry of opened)
    reports.push(await importFile(renewing(target), { ...entry, references }, options))
  return reports
}

async function importFile(
  target: Target,
  { kind, file, rowFile, references }: { kind: Kind; file: string; rowFile: RowFile; references: References },
  { isDryRun, onProgress }: ImportOptions,
): Promise<KindReport> {
  let report: KindReport = { kind, ...emptyReport() }
  const bar = onProgress ? undefined : startBar(kind, rowFile.size)
  try {
    const send = async (rows: Row[]) => {
      const alsoImported = references.usedBy(rows)
      const batch = { rows, dryRun: isDryRun, ...(alsoImported && { alsoImported }) }
      const outcomes = await sendRows(target, KINDS[kind].path, batch)
      if (kind === 'landlords' || kind === 'apartments') references.add(kind, rows, outcomes)
      return outcomes
    }
    for await (const sofar of importRows(rowFile.rows, send)) {
      report = { kind, ...sofar }
      bar?.update(rowFile.bytesRead(), { rows: report.read })
    }
    bar?.update(rowFile.size, { rows: report.read })
    onProgress?.(`${kind}: ${report.read} rows`)
    return report
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error
    bar?.stop()
    print(describeReports([report], isDryRun))
    throw new CommandFailure(
      `${file}, ${error.message}. The rows before it are in: mend the file and import it again.`,
    )
  } finally {
    bar?.stop()
  }
}

function startBar(kind: string, size: number): SingleBar {
  const bar = new SingleBar({
    format: `${kind.padEnd(12)}{bar} {percentage}%  {rows} rows`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 2000,
    hideCursor: true,
  })
  bar.start(size, 0, { rows: 0 })
  return bar
}

function readArguments(args: string[]): { files: ImportFiles; isDryRun: boolean } {
  const file = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        apartments: file,
        landlords: file,
        reviews: file,
        faqs: file,
        'dry-run': { type: 'boolean' },
      },
    })
    const { 'dry-run': isDryRun = false, ...files } = values
    if (Object.keys(files).length === 0) throw new Error('no file is named')
    return { files, isDryRun }
  } catch (error) {
    say(`${(error as Error).message}`)
    throw new CommandFailure(USAGE, 2)
  }
}

async function findTarget(): Promise<Target> {
  const remote = remotePlatform()
  if (remote) return { url: remote.url, token: () => Promise.resolve(remote.token) }
  const run = await readRunFile(dataDirectory())
  return { url: run.url, token: () => accessTokenFor(`admin@${run.emailDomain}`, run) }
}

/** Asks for a new token well before the last one ends. */
function renewing(target: Target): Target {
  let current: { token: Promise<string>; at: number } | undefined
  return {
    url: target.url,
    token() {
      if (!current || Date.now() - current.at > TOKEN_LIFE_MS)
        current = { token: target.token(), at: Date.now() }
      return current.token
    },
  }
}
