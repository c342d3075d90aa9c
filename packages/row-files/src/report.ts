import { type ImportOutcome } from '@offquad/contracts'

export interface Remark {
  line: number
  text: string
}

/** The outcome of importing a file. */
export interface FileReport {
  read: number
  created: number
  updated: number
  unchanged: number
  rejected: Remark[]
  /** Rows that were imported but should be reviewed. */
  notes: Remark[]
  /** Notes about the whole file. */
  fileNotes: string[]
}

export const emptyReport = (): FileReport => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: [],
  notes: [],
  fileNotes: [],
})

export function addOutcomes(report: FileReport, outcomes: ImportOutcome[]): void {
  for (const { line, outcome, reason, note } of outcomes) {
    report.read += 1
    if (outcome === 'rejected') report.rejected.push({ line, text: reason ?? 'no reason given' })
    else report[outcome] += 1
    if (note) report.notes.push({ line, text: note })
  }
}
