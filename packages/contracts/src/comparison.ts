import { type Static, Type } from 'typebox'
import { Id } from './shapes'

/** Maximum number of places in a comparison. */
export const MAX_COMPARED = 4

/** Key in the browser's storage of the places that are chosen for a comparison. */
export const CHOSEN_PLACES_KEY = 'offquad/places-to-compare'
export const ChosenPlaces = Type.Array(Id, { maxItems: MAX_COMPARED, description: 'Ids of apartments' })
export type ChosenPlaces = Static<typeof ChosenPlaces>

/** A comma list of the apartments of a comparison. */
export const ComparedIds = Type.String({
  pattern: `^[^,]{1,64}(,[^,]{1,64}){0,${MAX_COMPARED - 1}}$`,
  description: `Comma list of at most ${MAX_COMPARED} ids`,
})
