import { type PlacementProblem, type UnplacedApartment } from '@offquad/contracts'
import { momentText } from '../../components/moment-text'

const PROBLEMS: Record<PlacementProblem, string> = {
  waiting: 'Its address will be looked up soon.',
  'no-geocoder': 'Addresses are not looked up here.',
  'no-address': 'It has no address.',
  'not-found': 'No place was found for its address.',
  imprecise: 'Its street was found, but not the building.',
  ambiguous: 'Several places have its address.',
  outside: 'The place found for its address is too far from the university.',
  rejected: 'The geocoder refused its address.',
  removed: 'An administrator removed its place.',
}

/** Why an apartment is not on the map, in words. */
export function problemText({ problem, detail, nextLookupAt }: UnplacedApartment): string {
  const next = nextLookupAt && ` The next attempt is on ${momentText(nextLookupAt)}.`
  return [PROBLEMS[problem], detail && ` ${detail}${detail.endsWith('.') ? '' : '.'}`, next]
    .filter(Boolean)
    .join('')
}
