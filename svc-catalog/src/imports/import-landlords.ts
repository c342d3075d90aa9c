import { catalogChanged, type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ChangedIds, type LandlordContent, type StoredLandlord, type Write } from '../entities'
import { parseLandlord } from './parse-landlord'
import { describeOutcome, isAccepted, parseRows, planWrite } from './plan-rows'

export interface ImportLandlordsDeps {
  landlords: {
    list(ids: string[]): Promise<StoredLandlord[]>
    save(writes: Write<LandlordContent>[]): Promise<void>
  }
  events: Pick<Events, 'publish'>
  refresh(ids: ChangedIds): Promise<void>
}

const BLANK: LandlordContent = { name: '', contact: null, address: null, photos: [], profilePhoto: null }

/** Creates or updates landlords from rows of an old export; the answer has one outcome per row, in order. */
export async function importLandlords(
  deps: ImportLandlordsDeps,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const parsed = parseRows(rows, parseLandlord)
  const stored = await deps.landlords.list(parsed.filter(isAccepted).map(({ id }) => id))
  const storedById = new Map(stored.map((landlord) => [landlord.id, landlord]))
  const writes: Write<LandlordContent>[] = []
  const outcomes = parsed.map((row): ImportOutcome => {
    if (!isAccepted(row)) return { line: row.line, outcome: 'rejected', reason: row.reason }
    const write = planWrite(row, storedById.get(row.id), BLANK)
    if (write) writes.push(write)
    return describeOutcome(row, write)
  })
  if (!dryRun && writes.length > 0) await save(deps, writes)
  return outcomes
}

async function save(deps: ImportLandlordsDeps, writes: Write<LandlordContent>[]): Promise<void> {
  await deps.landlords.save(writes)
  const changed = { apartmentIds: [], landlordIds: writes.map(({ id }) => id) }
  // Not waited for, as Redis may be away: whoever does not hear of it looks for changes by itself.
  void deps.events.publish(catalogChanged, changed)
  await deps.refresh(changed)
}
