/**
 * How walking times are estimated from the straight line. Routes are 1.21 to 1.23 times as long as it: S. O'Sullivan and
 * J. Morrall, Walking Distances to and from Light-Rail Transit Stations, Transportation Research Record 1538 (1996). Adults
 * walk 1.31 m/s outdoors at their usual pace: E. Murtagh et al., Outdoor Walking Speeds of Apparently Healthy Adults,
 * Sports Medicine 51 (2021). Slopes are ignored: no published factor applies without the elevations along the route.
 */
export const WALKING_ESTIMATE = { detour: 1.22, metresPerMinute: 1.31 * 60 } as const

/**
 * How times by bike are estimated from the straight line. Cyclists ride 15.3 km/h on average, stops included: K. Schleinitz et
 * al., The German Naturalistic Cycling Study, Safety Science 92 (2017). Routes through a town's streets are about 1.2 times as
 * long as the straight line: G. Newell, Traffic Flow on Transportation Networks (1980). Unlocking and locking the bicycle is
 * assumed to take 2 minutes; the figure is our assumption. Slopes are ignored, as on foot.
 */
export const CYCLING_ESTIMATE = { detour: 1.2, metresPerMinute: 15_300 / 60, terminalMinutes: 2 } as const
