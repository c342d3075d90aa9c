import { type LandlordContent, type Write } from '../catalog/entities'
import { type Accepted } from './parse-row'
import { planWrite } from './plan-rows'
import { storeChanges, type StoreDeps } from './store-changes'

const BLANK: LandlordContent = { name: '', contact: null, address: null, photos: [], profilePhoto: null }

export const planLandlord = (
  row: Accepted<LandlordContent>,
  stored: LandlordContent | undefined,
): Write<LandlordContent> | undefined => planWrite(row, stored, BLANK)

/** Stores landlords. When it resolves they can be found. */
export async function storeLandlords(deps: StoreDeps, writes: Write<LandlordContent>[]): Promise<void> {
  if (writes.length === 0) return
  const changed = { apartmentIds: [], landlordIds: writes.map(({ id }) => id) }
  await storeChanges(deps, writes, changed, () => deps.landlords.save(writes))
}

/** Stores a new landlord, like storeLandlords. Returns false if there is one with its id already. */
export const storeNewLandlord = (deps: StoreDeps, write: Write<LandlordContent>): Promise<boolean> =>
  storeChanges(deps, [write], { apartmentIds: [], landlordIds: [write.id] }, () => deps.landlords.add(write))
