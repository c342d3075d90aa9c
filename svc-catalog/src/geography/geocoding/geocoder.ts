import { type MapBounds } from '@offquad/contracts'
import { type Coordinates } from '../../catalog/entities'

/**
 * The precision of a result: the building, interpolated between house numbers of its street, somewhere on the street, or
 * somewhere in a larger area.
 */
export type Precision = 'building' | 'interpolated' | 'street' | 'area'

export interface Candidate extends Coordinates {
  precision: Precision
  /** Its address, in the provider's words. */
  label: string
}

/** A provider of coordinates for addresses. */
export interface Geocoder {
  /** The provider's name in the cache and on pages. */
  id: 'google' | 'nominatim'
  /** Differs for other keys and servers, so that a pause ends when the settings change. */
  settings: string
  /**
   * Possible locations of an address, best first; empty if the provider knows none.
   * @param near bounds whose results are preferred; other results are not excluded
   * @throws ProviderError when the provider returns no result
   */
  find(address: string, near: MapBounds): Promise<Candidate[]>
}

export const isPrecise = ({ precision }: Pick<Candidate, 'precision'>): boolean =>
  precision === 'building' || precision === 'interpolated'

/** '304' in '304 College Ave'. */
const HOUSE_NUMBER = /^\s*(\d+)/

/**
 * Lowers the precision of a result for another house number, or for a street when a house was requested, whatever precision the
 * provider claims.
 */
export function precisionFor(
  address: string,
  precision: Precision,
  houseNumber: string | undefined,
): Precision {
  const [, requested] = HOUSE_NUMBER.exec(address) ?? []
  if (!isPrecise({ precision }) || !requested) return precision
  return houseNumber !== undefined && HOUSE_NUMBER.exec(houseNumber)?.[1] === requested ? precision : 'street'
}
