/**
 * How walking times are estimated from the straight line. Routes are 1.21 to 1.23 times as long as it: S. O'Sullivan and
 * J. Morrall, Walking Distances to and from Light-Rail Transit Stations, Transportation Research Record 1538 (1996). Adults
 * walk 1.31 m/s outdoors at their usual pace: E. Murtagh et al., Outdoor Walking Speeds of Apparently Healthy Adults,
 * Sports Medicine 51 (2021). Slopes are ignored: no published factor applies without the elevations along the route.
 */
export const WALKING_ESTIMATE = { detour: 1.22, metresPerMinute: 1.31 * 60 } as const
