import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type Write } from '../catalog/entities'
import { photoUsageOf } from '../catalog/outboxes'
import { type Pictured, picturesOf } from '../catalog/picture-sources'
import { type Accepted, type Parsed, type Remark, type Row } from './parse-row'

export type RowOf<Content> = { line: number } & (Accepted<Content> | { reason: string })
export type AcceptedRow<Content> = { line: number } & Accepted<Content>

export const isAccepted = <Content>(row: RowOf<Content>): row is AcceptedRow<Content> => 'id' in row

/**
 * Parses a batch. Among rows with the same id, only the first is accepted: if the last row won, every run of the
 * same file would find something to update.
 */
export function parseRows<Content>(
  rows: ImportBatch['rows'],
  parse: (row: Row) => Parsed<Content>,
): RowOf<Content>[] {
  const lineOfId = new Map<string, number>()
  return rows.map(({ line, value }): RowOf<Content> => {
    const parsed = parse(value)
    if ('problems' in parsed) return { line, reason: reasonOf(parsed.problems) }
    const earlier = lineOfId.get(parsed.id)
    if (earlier !== undefined)
      return { line, reason: `id ${parsed.id} is already on line ${earlier}: keep one of the two rows` }
    lineOfId.set(parsed.id, line)
    return { line, ...parsed }
  })
}

const reasonOf = (problems: Remark[]): string =>
  problems.map(({ field, text, subject = field }) => `${subject} ${text}`).join('; ')

/** The write for a row; undefined if everything in it is already stored. */
export function planWrite<Content extends Pictured>(
  { id, content }: Accepted<Content>,
  stored: Content | undefined,
  blank: Content,
): Write<Content> | undefined {
  const photoUse = photoUsageOf(picturesOf(stored ?? blank), picturesOf({ ...(stored ?? blank), ...content }))
  if (!stored) return { id, isNew: true, content: { ...blank, ...content }, ...(photoUse && { photoUse }) }
  const changes = Object.entries(content).filter(
    ([field, value]) => !isDeepStrictEqual(value, stored[field as keyof Content]),
  )
  if (changes.length === 0) return undefined
  // A subset of the fields of the row's content.
  const changed = Object.fromEntries(changes) as Partial<Content>
  return { id, isNew: false, content: changed, ...(photoUse && { photoUse }) }
}

/** The writes for the accepted rows of a batch, and one outcome per row, in order. */
export function planRows<Content, Planned extends Write<object>>(
  rows: RowOf<Content>[],
  planOf: (row: AcceptedRow<Content>) => { write: Planned | undefined; remarks?: string[] },
): { writes: Planned[]; outcomes: ImportOutcome[] } {
  const writes: Planned[] = []
  const outcomes = rows.map((row): ImportOutcome => {
    const { line } = row
    if (!isAccepted(row)) return { line, outcome: 'rejected', reason: row.reason }
    const { write, remarks = [] } = planOf(row)
    if (write) writes.push(write)
    const notes = [...row.notes.map(({ text }) => text), ...remarks]
    return {
      line,
      outcome: write ? (write.isNew ? 'created' : 'updated') : 'unchanged',
      ...(notes.length > 0 && { note: notes.join('; ') }),
    }
  })
  return { writes, outcomes }
}
