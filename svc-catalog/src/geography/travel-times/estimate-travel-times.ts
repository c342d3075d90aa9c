import { type University } from '@offquad/contracts'
import { byTravelLeg, type Coordinates, type TravelLeg } from '../../catalog/entities'
import { estimateMinutes } from '../estimate-minutes'

/** Method of estimated times. Raise the number with every change, TRAVEL_SPEEDS included, to recompute stored estimates. */
export const ESTIMATE_METHOD = 'estimate-2'

/** Minutes on foot and by car to each landmark, estimated from the distance alone, without a router. */
export const estimateTravelTimes = (
  place: Coordinates,
  { landmarks }: Pick<University, 'landmarks'>,
): Record<TravelLeg, number> =>
  byTravelLeg((_leg, { landmark, mode }) => estimateMinutes(place, landmarks[landmark], mode))
