import { createHash } from 'node:crypto'
import { TRAVEL_SPEEDS, type University } from '@offquad/contracts'
import { byTravelLeg, type Coordinates, type TravelLeg } from '../../catalog/entities'
import { estimateMinutes } from '../estimate-minutes'

const SPEEDS = createHash('sha256').update(JSON.stringify(TRAVEL_SPEEDS)).digest('hex').slice(0, 8)

/** Method of estimated times. Stored estimates by another method are recomputed: raise the number when the formula changes. */
export const ESTIMATE_METHOD = `estimate-2-${SPEEDS}`

/** Minutes on foot and by car to each landmark, estimated from the distance alone, without a router. */
export const estimateTravelTimes = (
  place: Coordinates,
  { landmarks }: Pick<University, 'landmarks'>,
): Record<TravelLeg, number> =>
  byTravelLeg((_leg, { landmark, mode }) => estimateMinutes(place, landmarks[landmark], mode))
