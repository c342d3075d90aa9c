import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type LandlordContent, type Write } from '../catalog/entities'
import { parseLandlord } from './parse-landlord'
import { describeOutcome, isAccepted, parseRows } from './plan-rows'
import { type StoreDeps } from './store-changes'
import { planLandlord, storeLandlords } from './store-landlords'

/** Creates or updates landlords from rows of an old export; returns one outcome per row, in order. */
export async function importLandlords(
  deps: StoreDeps,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const parsed = parseRows(rows, parseLandlord)
  const stored = await deps.landlords.list(parsed.filter(isAccepted).map(({ id }) => id))
  const storedById = new Map(stored.map((landlord) => [landlord.id, landlord]))
  const writes: Write<LandlordContent>[] = []
  const outcomes = parsed.map((row): ImportOutcome => {
    if (!isAccepted(row)) return { line: row.line, outcome: 'rejected', reason: row.reason }
    const write = planLandlord(row, storedById.get(row.id))
    if (write) writes.push(write)
    return describeOutcome(row, write)
  })
  if (!dryRun) await storeLandlords(deps, writes)
  return outcomes
}
