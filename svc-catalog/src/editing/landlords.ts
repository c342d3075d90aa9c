import { type ImportBatch, type ImportOutcome } from '@offquad/contracts'
import { isAccepted, parseRows, planRows } from '@offquad/service-kit'
import { type LandlordContent } from '../catalog/entities'
import { createEditor } from './edit-listing'
import { parseLandlord } from './parse-landlord'
import { type Accepted } from './parse-row'
import { planWrite } from './plan-write'
import { storeChanges, type StoreDeps } from './store-changes'

/** The operations with which administrators add and change landlords. */
export const landlordEditor = (deps: StoreDeps) =>
  createEditor(deps, {
    name: 'landlord',
    find: async (id) => (await deps.landlords.list([id]))[0],
    parse: parseLandlord,
    plan,
    repository: deps.landlords,
    store: (writes, save) => storeChanges(deps, 'landlord', writes, save),
  })

/** Creates or updates landlords from rows of an old export; returns one outcome per row, in order. */
export async function importLandlords(
  deps: StoreDeps,
  { rows, dryRun }: ImportBatch,
): Promise<ImportOutcome[]> {
  const parsed = parseRows<Accepted<LandlordContent>>(rows, parseLandlord)
  const stored = await deps.landlords.list(parsed.filter(isAccepted).map(({ id }) => id))
  const storedById = new Map(stored.map((landlord) => [landlord.id, landlord]))
  const { writes, outcomes } = planRows(parsed, (row) => ({
    write: plan(row, storedById.get(row.id)),
    notes: row.notes.map(({ text }) => text),
  }))
  if (!dryRun && writes.length > 0)
    await storeChanges(deps, 'landlord', writes, () => deps.landlords.save(writes))
  return outcomes
}

const BLANK: LandlordContent = { name: '', contact: null, address: null, photos: [], profilePhoto: null }

function plan(row: Accepted<LandlordContent>, stored: LandlordContent | undefined) {
  return planWrite(row, stored, BLANK)
}
