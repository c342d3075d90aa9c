import { parseArgs } from 'node:util'
import {
  IMPORT_COLUMNS,
  importApartments,
  importFrequentQuestions,
  importLandlords,
  importReviews,
} from '@offquad/contracts'
import { BrokenFileError, emptyReport, importRows, type Row, type RowFile } from '@offquad/row-files'
import { OperationFailure } from '../operation-failure'
import { collectReferences, type References } from './references'
import { describeReports, type KindReport } from './report'
import { openRowFile } from './row-file'
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

export interface ImportProgress {
  kind: string
  /** Rows that were sent so far. */
  rows: number
  isDone: boolean
}

export interface ImportOptions {
  isDryRun: boolean
  onProgress: (progress: ImportProgress) => void
}

export const IMPORT_USAGE =
  'Usage: import [--apartments FILE] [--landlords FILE] [--reviews FILE] [--faqs FILE] [--dry-run]\nFiles are JSON arrays or CSV, separated by commas, semicolons or tabs.'

const TOKEN_LIFE_MS = 4 * 60_000

/** @throws OperationFailure with the usage when the arguments name no file, or something else */
export function readImportArguments(args: string[]): { files: ImportFiles; isDryRun: boolean } {
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
    if (Object.keys(files).length === 0) throw new Error('No file is named.')
    return { files, isDryRun }
  } catch (error) {
    throw new OperationFailure(`${(error as Error).message}\n${IMPORT_USAGE}`)
  }
}

/**
 * Feeds files to a platform, one report for each.
 * @throws OperationFailure when a file cannot be read or the platform cannot take it, with the reports so far
 */
export async function importFiles(
  target: Target,
  files: ImportFiles,
  options: ImportOptions,
): Promise<KindReport[]> {
  const wanted = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
    files[kind] ? [{ kind, file: files[kind] }] : [],
  )
  // All are opened first: a mistyped path should not be told after the first file went in.
  const opened = await Promise.all(
    wanted.map(async (entry) => ({
      ...entry,
      rowFile: await openRowFile(entry.file, IMPORT_COLUMNS[entry.kind]),
    })),
  )
  const reports: KindReport[] = []
  const references = collectReferences()
  for (const { kind, file, rowFile } of opened) {
    const report: KindReport = { kind, ...emptyReport() }
    reports.push(report)
    try {
      await importFile(renewing(target), { report, kind, rowFile, references }, options)
    } catch (error) {
      throw withReports(error, `${describeReports(reports, options.isDryRun)}\n\n${file}, `)
    }
  }
  return reports
}

interface FileToImport {
  /** Filled in. */
  report: KindReport
  kind: Kind
  rowFile: RowFile
  references: References
}

async function importFile(
  target: Target,
  { report, kind, rowFile, references }: FileToImport,
  { isDryRun, onProgress }: ImportOptions,
): Promise<void> {
  const send = async (rows: Row[]) => {
    const alsoImported = references.usedBy(rows)
    const batch = { rows, dryRun: isDryRun, ...(alsoImported && { alsoImported }) }
    const outcomes = await sendRows(target, KINDS[kind].path, batch)
    if (kind === 'landlords' || kind === 'apartments') references.add(kind, rows, outcomes)
    return outcomes
  }
  for await (const sofar of importRows(rowFile, send)) {
    Object.assign(report, sofar)
    onProgress({ kind, rows: report.read, isDone: false })
  }
  onProgress({ kind, rows: report.read, isDone: true })
}

function withReports(error: unknown, reports: string): unknown {
  if (error instanceof BrokenFileError)
    return new OperationFailure(`${reports}${error.message}. Mend the file and import it again.`)
  return error instanceof OperationFailure ? new OperationFailure(`${reports}${error.message}`) : error
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
