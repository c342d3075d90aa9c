import { catalogChanged, type ImportBatch, type ImportOutcome, type University } from '@offquad/contracts'
import { type Events } from '@offquad/service-kit'
import { type ApartmentContent, type ChangedIds, type StoredApartment, type Write } from '../entities'
import { findTwins } from './find-twins'
import { parseApartment } from './parse-apartment'
import { type AcceptedRow, describeOutcome, isAccepted, parseRows, planWrite } from './plan-rows'

export interface ImportApartmentsDeps {
  university: University
  apartments: {
    list(ids: string[]): Promise<StoredApartment[]>
    listByNames(names: string[]): Promise<StoredApartment[]>
    save(writes: Write<ApartmentContent>[]): Promise<void>
  }
  landlords: { listIdsAmong(ids: string[]): Promise<string[]> }
  events: Pick<Events, 'publish'>
  refresh(ids: ChangedIds): Promise<void>
  requestTravelTimes(apartmentIds: string[]): void
}

const BLANK: ApartmentContent = {
  name: '',
  address: '',
  landlordId: null,
  numBeds: null,
  numBaths: null,
  price: null,
  photos: [],
  area: 'OTHER',
  latitude: null,
  longitude: null,
}

type ApartmentRow = AcceptedRow<ApartmentContent>

/** Creates or updates apartments from rows of an old export; the answer has one outcome per row, in order. */
export async function importApartments(
  deps: ImportApartmentsDeps,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const areaIds = deps.university.areas.map(({ id }) => id)
  const parsed = parseRows(rows, (row) => parseApartment(row, areaIds))
  const planOf = await createPlanner(deps, parsed.filter(isAccepted))
  const writes: Write<ApartmentContent>[] = []
  const outcomes = parsed.map((row): ImportOutcome => {
    if (!isAccepted(row)) return { line: row.line, outcome: 'rejected', reason: row.reason }
    const { write, notes } = planOf(row)
    if (write) writes.push(write)
    return describeOutcome({ line: row.line, notes: [...row.notes, ...notes] }, write)
  })
  if (!dryRun && writes.length > 0) await save(deps, writes)
  return outcomes
}

/** Reads in one go whatever the decision about any of the rows depends on. */
async function createPlanner({ apartments, landlords }: ImportApartmentsDeps, rows: ApartmentRow[]) {
  const landlordIds = rows.flatMap(({ content }) => content.landlordId ?? [])
  const [stored, withSameName, knownLandlords] = await Promise.all([
    apartments.list(rows.map(({ id }) => id)),
    apartments.listByNames(rows.map(({ content }) => content.name)),
    landlords.listIdsAmong([...new Set(landlordIds)]),
  ])
  const storedById = new Map(stored.map((one) => [one.apartment.id, one.apartment]))
  const existing = new Set(knownLandlords)
  const twinOf = findTwins(rows, withSameName)

  return (row: ApartmentRow) => {
    const { landlordId } = row.content
    const twin = twinOf.get(row.id)
    return {
      write: withWholePlace(row, planWrite(row, storedById.get(row.id), BLANK)),
      notes: [
        ...(landlordId && !existing.has(landlordId) ? [`landlord ${landlordId} does not exist`] : []),
        ...(twin ? [`same name and address as ${twin}`] : []),
      ],
    }
  }
}

/** A move along one axis is a move all the same: the place is written whole. */
function withWholePlace({ content: { latitude, longitude } }: ApartmentRow, write?: Write<ApartmentContent>) {
  if (!write || write.isNew || latitude === undefined || longitude === undefined) return write
  const isMoved = 'latitude' in write.content || 'longitude' in write.content
  return isMoved ? { ...write, content: { ...write.content, latitude, longitude } } : write
}

async function save(deps: ImportApartmentsDeps, writes: Write<ApartmentContent>[]): Promise<void> {
  await deps.apartments.save(writes)
  const changed = { apartmentIds: writes.map(({ id }) => id), landlordIds: [] }
  // Not waited for, as Redis may be away: whoever does not hear of it looks for changes by itself.
  void deps.events.publish(catalogChanged, changed)
  deps.requestTravelTimes(
    writes.flatMap(({ id, content }) => (typeof content.latitude === 'number' ? [id] : [])),
  )
  await deps.refresh(changed)
}
