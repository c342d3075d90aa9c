/** What a write sets that takes the coordinates of an apartment away. */
export const withoutCoordinates = () => ({
  latitude: null,
  longitude: null,
  coordinatesSource: 'none' as const,
  travelTimes: null,
  distanceToCampus: null,
  travelTimesPending: false,
  routing: null,
  geocoding: null,
  changedAt: new Date(),
})
