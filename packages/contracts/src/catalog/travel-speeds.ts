/** The modes whose minutes can be estimated from the straight line alone. */
export type EstimatedMode = 'walk' | 'bike' | 'drive'

interface TravelSpeed {
  /** Length of routes relative to the straight line. */
  detour: number
  metresPerMinute: number
  /** Minutes before departure and after arrival. */
  terminalMinutes: number
}

const METRES_PER_MILE = 1609.344

/**
 * Slopes are ignored: no published factor applies without the elevations along the route. Minutes before departure and after
 * arrival are our assumptions; travel models add such terminal times.
 *
 * - On foot, routes are 1.21 to 1.23 times as long as the straight line: S. O'Sullivan and J. Morrall, Walking Distances to and
 *   from Light-Rail Transit Stations, Transportation Research Record 1538 (1996). Adults walk 1.31 m/s outdoors at their usual
 *   pace: E. Murtagh et al., Outdoor Walking Speeds of Apparently Healthy Adults, Sports Medicine 51 (2021).
 * - Through a town's streets they are about 1.2 times as long: G. Newell, Traffic Flow on Transportation Networks (1980).
 * - Cyclists ride 15.3 km/h on average, stops included: K. Schleinitz et al., The German Naturalistic Cycling Study, Safety
 *   Science 92 (2017). They unlock and lock the bicycle.
 * - Cars average 19 mph where traffic on downtown streets is between reasonably free and stable: Highway Capacity Manual 2000,
 *   exhibit 15-2, class IV, between the levels of service B and C. Drivers get to the car, park it and walk from there.
 */
export const TRAVEL_SPEEDS: Readonly<Record<EstimatedMode, TravelSpeed>> = {
  walk: { detour: 1.22, metresPerMinute: 1.31 * 60, terminalMinutes: 0 },
  bike: { detour: 1.2, metresPerMinute: 15_300 / 60, terminalMinutes: 2 },
  drive: { detour: 1.2, metresPerMinute: (19 * METRES_PER_MILE) / 60, terminalMinutes: 3 },
}
