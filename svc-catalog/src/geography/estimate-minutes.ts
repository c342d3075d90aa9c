import { CYCLING_ESTIMATE, WALKING_ESTIMATE } from '@offquad/contracts'
import { type Coordinates } from '../catalog/entities'
import { greatCircleMetres } from './great-circle'

/** The modes that can be estimated from the distance alone. */
export type EstimatedMode = 'walk' | 'bike' | 'drive'

const METRES_PER_MILE = 1609.344

interface Speed {
  /** Length of routes relative to the straight line. */
  detour: number
  metresPerMinute: number
  /** Minutes before departure and after arrival. */
  terminalMinutes: number
}

const WALKING: Speed = { ...WALKING_ESTIMATE, terminalMinutes: 0 }

/**
 * Routes through a town's streets are about 1.2 times as long as the straight line: G. Newell, Traffic Flow on Transportation
 * Networks (1980). Cars average 19 mph where traffic on downtown streets is between reasonably free and stable: Highway
 * Capacity Manual 2000, exhibit 15-2, class IV, between the levels of service B and C. Getting to the car, parking it and
 * walking from there is assumed to take 3 minutes. Travel models add such terminal times to the driving time; the figure is
 * our assumption.
 */
const DRIVING: Speed = { detour: 1.2, metresPerMinute: (19 * METRES_PER_MILE) / 60, terminalMinutes: 3 }

const SPEEDS: Record<EstimatedMode, Speed> = { walk: WALKING, bike: CYCLING_ESTIMATE, drive: DRIVING }

/** Minutes from one place to another, estimated from the distance alone. */
export function estimateMinutes(from: Coordinates, to: Coordinates, mode: EstimatedMode): number {
  const { detour, metresPerMinute, terminalMinutes } = SPEEDS[mode]
  return terminalMinutes + (greatCircleMetres(from, to) * detour) / metresPerMinute
}
