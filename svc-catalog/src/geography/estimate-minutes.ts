import { type EstimatedMode, TRAVEL_SPEEDS } from '@offquad/contracts'
import { type Coordinates } from '../catalog/entities'
import { greatCircleMetres } from './great-circle'

/** Minutes from one place to another, estimated from the distance alone. */
export function estimateMinutes(from: Coordinates, to: Coordinates, mode: EstimatedMode): number {
  const { detour, metresPerMinute, terminalMinutes } = TRAVEL_SPEEDS[mode]
  return terminalMinutes + (greatCircleMetres(from, to) * detour) / metresPerMinute
}
