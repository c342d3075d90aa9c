import { type FileReport } from '@offquad/row-files'

/** Outcome of the file of one kind: apartments, landlords, ... */
export interface KindReport extends FileReport {
  kind: string
}

/** The report as people read it: counts first, then every rejected row and every note with its line. */
export function describeReports(reports: KindReport[], isDryRun: boolean): string {
  const head = isDryRun ? ['Dry run: nothing was changed. This is what would happen.'] : []
  return [...head, ...reports.flatMap(describe)].join('\n')
}

function describe(report: KindReport): string[] {
  const { kind, read, created, updated, unchanged, rejected, notes, fileNotes } = report
  return [
    '',
    `${kind}: ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`,
    ...fileNotes.map((note) => `  ${note}`),
    ...rejected.map(({ line, text }) => `  line ${line} rejected: ${text}`),
    ...notes.map(({ line, text }) => `  line ${line} kept, but ${text}`),
  ]
}
