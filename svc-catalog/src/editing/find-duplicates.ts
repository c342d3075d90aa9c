import { type ApartmentContent, type StoredApartment } from '../entities'
import { type AcceptedRow } from './plan-rows'

/**
 * For each row that has the name and address of an earlier apartment, that apartment's id. Stored apartments come first, in
 * their order, so that a second run of the same file finds the same duplicates.
 */
export function findDuplicates(
  rows: AcceptedRow<ApartmentContent>[],
  stored: StoredApartment[],
): Map<string, string> {
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
