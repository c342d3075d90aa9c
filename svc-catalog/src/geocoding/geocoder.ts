import { type Coordinates } from '../entities'

/**
 * How exactly a place is known: its own building, interpolated between the numbers of a street's ends, somewhere on its
 * street, or somewhere in a larger area.
 */
export type Precision = 'building' | 'interpolated' | 'street' | 'area'

export interface Candidate extends Coordinates {
  precision: Precision
  /** The address it stands for, in the provider's words. */
  label: string
}

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Finds the coordinates of addresses. */
export interface Geocoder {
  /** Names the provider in caches and on screens. */
  id: 'google' | 'nominatim'
  /** Changes with the key or the server, so that a pause ends when an administrator changes the settings. */
  settings: string
  /**
   * Places that an address may stand for, best first; none where the provider knows none.
   * @param near results in there are preferred, others are not excluded
   * @throws ProviderError when the provider gives no answer
   */
  find(address: string, near: Bounds): Promise<Candidate[]>
}

/** '304' of '304 College Ave'. */
const HOUSE_NUMBER = /^\s*(\d+)/

/**
 * A result for another house, or for a street where a house was looked for, does not locate the house, whatever the
 * provider calls it.
 */
export function precisionFor(
  address: string,
  precision: Precision,
  houseNumber: string | undefined,
): Precision {
  const [, wanted] = HOUSE_NUMBER.exec(address) ?? []
  const isPrecise = precision === 'building' || precision === 'interpolated'
  if (!isPrecise || !wanted) return precision
  return houseNumber !== undefined && HOUSE_NUMBER.exec(houseNumber)?.[1] === wanted ? precision : 'street'
}
