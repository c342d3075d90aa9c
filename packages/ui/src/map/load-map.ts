import { type BaseMap, type OpenMap } from './map-provider'

/** Loads the library of a map. */
export async function loadLibrary({ googleMapsApiKey }: BaseMap): Promise<OpenMap> {
  if (googleMapsApiKey) return (await import('./google-map')).openGoogleMap
  return (await import('./leaflet-map')).openLeafletMap
}
