import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { isAccepted, parseRows, planRows } from '@offquad/service-kit'
import { type ApartmentContent, type StoredApartment } from '../catalog/entities'
import { parseApartment } from './parse-apartment'
import { type Accepted } from './parse-row'
import {
  findRoomConflicts,
  planApartment,
  storeApartments,
  type StoreApartmentsDeps,
} from './store-apartments'

type ApartmentRow = Accepted<ApartmentContent>

/** Creates or updates apartments from rows of an old export; returns one outcome per row, in order. */
export async function importApartments(
  deps: StoreApartmentsDeps,
  { rows, dryRun, alsoImported }: ImportBatch,
): Promise<ImportOutcome[]> {
  const parsed = parseRows<ApartmentRow>(rows, (row) => parseApartment(row, deps.university))
  const planOf = await createPlanner(deps, parsed.filter(isAccepted), alsoImported?.landlordIds)
  const { writes, outcomes } = planRows(parsed, planOf)
  if (!dryRun && writes.length > 0) await storeApartments(deps, writes, () => deps.apartments.save(writes))
  return outcomes
}

/** Loads all data that the decisions about the rows depend on. */
async function createPlanner(
  { apartments, landlords, now }: StoreApartmentsDeps,
  rows: ApartmentRow[],
  importedLandlordIds: string[] = [],
) {
  const landlordIds = rows.flatMap(({ content }) => content.landlordId ?? [])
  const [stored, withSameName, knownLandlords] = await Promise.all([
    apartments.list(rows.map(({ id }) => id)),
    apartments.listByNames(rows.map(({ content }) => content.name)),
    landlords.listIdsAmong([...new Set(landlordIds)]),
  ])
  const storedById = new Map(stored.map(({ apartment }) => [apartment.id, apartment]))
  const existing = new Set([...knownLandlords, ...importedLandlordIds])
  const duplicateOf = findDuplicates(rows, withSameName)

  return (row: ApartmentRow) => {
    const { landlordId } = row.content
    const duplicate = duplicateOf.get(row.id)
    const before = storedById.get(row.id)
    return {
      write: planApartment(row, before, { origin: 'file', now: now() }),
      notes: [
        ...row.notes.map(({ text }) => text),
        ...findRoomConflicts(row, before).map(({ field, text }) => `${field} ${text}`),
        ...(landlordId && !existing.has(landlordId) ? [`landlord ${landlordId} does not exist`] : []),
        ...(duplicate ? [`same name and address as ${duplicate}`] : []),
      ],
    }
  }
}

/**
 * Maps rows that have the name and address of an earlier apartment to that apartment's id. Stored apartments come first, in
 * their order, so that a second run of the same file finds the same duplicates.
 */
function findDuplicates(rows: ApartmentRow[], stored: StoredApartment[]): Map<string, string> {
  const storedIds = new Set(stored.map(({ apartment }) => apartment.id))
  const inOrder = [
    ...stored.toSorted((first, second) => first.order - second.order).map(({ apartment }) => apartment),
    ...rows.filter(({ id }) => !storedIds.has(id)).map(({ id, content }) => ({ id, ...content })),
  ]
  const firstAt = new Map<string, string>()
  const duplicates = new Map<string, string>()
  for (const { id, name, address } of inOrder) {
    if (!address) continue
    const key = JSON.stringify([name, address])
    const first = firstAt.get(key)
    if (first === undefined) firstAt.set(key, id)
    else duplicates.set(id, first)
  }
  return duplicates
}
