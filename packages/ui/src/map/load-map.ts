import { type BaseMap, type OpenMap } from './map-provider'

/** Loads the library that a map needs. */
export async function loadLibrary({ googleMapsApiKey }: BaseMap): Promise<OpenMap> {
  if (googleMapsApiKey) return (await import('./google-map')).openGoogleMap
  return (await import('./leaflet-map')).openLeafletMap
}
