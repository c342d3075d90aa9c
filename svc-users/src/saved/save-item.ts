import { type Catalog, requireKnown } from '../catalog-client'
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
