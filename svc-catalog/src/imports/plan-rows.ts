import { isDeepStrictEqual } from 'node:util'
import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type Write } from '../entities'
import { type Accepted, type Parsed, type Row } from './parse-row'

export type RowOf<Content> = { line: number } & Parsed<Content>
export type AcceptedRow<Content> = { line: number } & Accepted<Content>

export const isAccepted = <Content>(row: RowOf<Content>): row is AcceptedRow<Content> => 'id' in row

/**
 * Parses a batch. Of several rows with one id only the first is accepted: if the last one won, every run of the same
 * file would find something to update.
 */
export function parseRows<Content>(
  rows: ImportBatch['rows'],
  parse: (row: Row) => Parsed<Content>,
): RowOf<Content>[] {
  const lineOfId = new Map<string, number>()
  return rows.map(({ line, value }): RowOf<Content> => {
    const parsed = parse(value)
    if ('reason' in parsed) return { line, ...parsed }
    const earlier = lineOfId.get(parsed.id)
    if (earlier !== undefined)
      return { line, reason: `id ${parsed.id} is already on line ${earlier}: keep one of the two rows` }
    lineOfId.set(parsed.id, line)
    return { line, ...parsed }
  })
}

/** What has to be written for a row; nothing where all it says is stored already. */
export function planWrite<Content extends object>(
  { id, content }: Accepted<Content>,
  stored: Content | undefined,
  blank: Content,
): Write<Content> | undefined {
  if (!stored) return { id, isNew: true, content: { ...blank, ...content } }
  const changes = Object.entries(content).filter(
    ([field, value]) => !isDeepStrictEqual(value, stored[field as keyof Content]),
  )
  // The fields are those of the row's content.
  return changes.length > 0
    ? { id, isNew: false, content: Object.fromEntries(changes) as Partial<Content> }
    : undefined
}

export function describeOutcome(
  { line, notes }: { line: number; notes: string[] },
  write: Write<unknown> | undefined,
): ImportOutcome {
  const outcome = write ? (write.isNew ? 'created' : 'updated') : 'unchanged'
  return { line, outcome, ...(notes.length > 0 && { note: notes.join('; ') }) }
}
