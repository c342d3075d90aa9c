/** The fields that a write sets to remove the coordinates of an apartment. */
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
