import { type ImportOutcome } from '@offquad/contracts'

type Remark = { line: number; text: string }

/** What became of a file. */
export interface FileReport {
  /** 'apartments', 'landlords', ... */
  kind: string
  read: number
  created: number
  updated: number
  unchanged: number
  rejected: Remark[]
  /** Rows that were kept but that somebody should look at. */
  notes: Remark[]
}

export const emptyReport = (kind: string): FileReport => ({
  kind,
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: [],
  notes: [],
})

export function addOutcomes(report: FileReport, outcomes: ImportOutcome[]): void {
  for (const { line, outcome, reason, note } of outcomes) {
    report.read += 1
    if (outcome === 'rejected') report.rejected.push({ line, text: reason ?? 'no reason given' })
    else report[outcome] += 1
    if (note) report.notes.push({ line, text: note })
  }
}

/** The report as people read it: counts first, then every rejected row and every note with its line. */
export function describeReports(reports: FileReport[], isDryRun: boolean): string {
  const head = isDryRun ? ['Dry run: nothing was changed. This is what would happen.'] : []
  return [...head, ...reports.flatMap(describe)].join('\n')
}

function describe({ kind, read, created, updated, unchanged, rejected, notes }: FileReport): string[] {
  return [
    '',
    `${kind}: ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`,
    ...rejected.map(({ line, text }) => `  line ${line} rejected: ${text}`),
    ...notes.map(({ line, text }) => `  line ${line} kept, but ${text}`),
  ]
}
