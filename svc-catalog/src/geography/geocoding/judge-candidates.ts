import { type MapBounds } from '@offquad/contracts'
import { greatCircleMetres } from '../great-circle'
import { type Candidate, isPrecise } from './geocoder'

export type Verdict =
  { isFound: true; place: Candidate } | { isFound: false; problem: LookupProblem; suggestion?: Candidate }

/** The reason why the provider's results do not locate an address. */
export type LookupProblem = 'not-found' | 'imprecise' | 'ambiguous' | 'outside'

/** Providers often return a building and businesses in it as several results; within this distance they count as one. */
const SAME_PLACE_METRES = 150

/**
 * Accepts only an unambiguous house within the university's bounds. Everything else is at most a suggestion, because a pin on
 * the wrong house misleads more than none.
 */
export function judgeCandidates(candidates: Candidate[], bounds: MapBounds): Verdict {
  const near = candidates.filter((candidate) => isWithin(bounds, candidate))
  const precise = near.filter(isPrecise)
  const [best] = precise
  if (best) {
    const isUnambiguous = precise.every((place) => greatCircleMetres(best, place) <= SAME_PLACE_METRES)
    return isUnambiguous
      ? { isFound: true, place: best }
      : { isFound: false, problem: 'ambiguous', suggestion: best }
  }
  const street = near.find(({ precision }) => precision === 'street')
  if (street) return { isFound: false, problem: 'imprecise', suggestion: street }
  return { isFound: false, problem: candidates.some(isPrecise) ? 'outside' : 'not-found' }
}

export const isWithin = (
  { south, west, north, east }: MapBounds,
  { latitude, longitude }: Candidate,
): boolean => latitude >= south && latitude <= north && longitude >= west && longitude <= east
