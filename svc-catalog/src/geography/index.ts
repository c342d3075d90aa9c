/** Public interface of geography: the rest of the service imports only from here. */
export { createCommuteRequests } from './commute-requests'
export { createCommuteTimes } from './commutes/commute-times'
export { registerCommutes } from './commutes/commutes.routes'
export { routeCommutes } from './commutes/route-commutes.job'
export { createRoutedCommutesRepository } from './commutes/routed-commutes.repository'
export { chooseGeocoder } from './geocoding/choose-geocoder'
export { registerFindAddress } from './geocoding/find-address.routes'
export { geocodeApartment, sweepGeocoding } from './geocoding/geocode-apartment.job'
export { createGeocodeCacheRepository } from './geocoding/geocode-cache.repository'
export { registerPlacement } from './geocoding/placement.routes'
export { greatCircleMetres } from './great-circle'
export { addressKey } from './postal-address'
export { createProviderBudgetsRepository } from './provider-budgets.repository'
export { createProviderPausesRepository } from './provider-pauses.repository'
export { openTransit, type Transit } from './transit/open-transit'
export { registerTransit } from './transit/transit.routes'
export { chooseRouter } from './travel-times/choose-router'
export {
  computeMissingTravelTimes,
  computeTravelTimes,
  enqueueTravelTimes,
} from './travel-times/compute-travel-times.job'
export { routeTravelTimes } from './travel-times/route-travel-times.job'
