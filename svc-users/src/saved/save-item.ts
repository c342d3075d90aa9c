import { NotFoundError } from '@offquad/service-kit'
import { type Catalog } from '../catalog-client'
import { type SavedItem, type SavedItemsRepository } from './saved-items.repository'

export interface SavedDeps {
  savedItems: SavedItemsRepository
  catalog: Catalog
  now: () => Date
}

/** @throws NotFoundError when the catalog does not have the item */
export async function saveItem(deps: SavedDeps, item: SavedItem): Promise<void> {
  if (await deps.savedItems.has(item)) return
  await requireKnown(deps.catalog, item)
  await deps.savedItems.add(item, deps.now())
}

/** Items that were deleted from the catalog can still be removed. @throws NotFoundError when the item never existed */
export async function unsaveItem(deps: SavedDeps, item: SavedItem): Promise<void> {
  if (await deps.savedItems.remove(item)) return
  await requireKnown(deps.catalog, item)
}

async function requireKnown(catalog: Catalog, { kind, itemId }: SavedItem): Promise<void> {
  const found = await (kind === 'apartment'
    ? idsOfListings(catalog, itemId)
    : idsOfLandlords(catalog, itemId))
  // An id with a comma is read as a list of ids, and none of them equals it.
  if (!found.includes(itemId))
    throw new NotFoundError(`${kind}-not-found`, `There is no ${kind} "${itemId}".`)
}

const idsOfListings = async (catalog: Catalog, id: string) =>
  (await catalog.listings([id])).map(({ buildingData }) => buildingData.id)

const idsOfLandlords = async (catalog: Catalog, id: string) =>
  (await catalog.landlords([id])).map((landlord) => landlord.id)
