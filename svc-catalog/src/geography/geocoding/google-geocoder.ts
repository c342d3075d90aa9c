import { ProviderError, propertyOf, requestProvider, settingsOf } from '../provider-request'
import { type Candidate, type Geocoder, precisionFor, type Precision } from './geocoder'

const PROVIDER = 'Google Geocoding'

// https://developers.google.com/maps/documentation/geocoding/requests-geocoding#Types
const PRECISIONS: Record<string, Precision> = {
  ROOFTOP: 'building',
  RANGE_INTERPOLATED: 'interpolated',
  GEOMETRIC_CENTER: 'street',
  APPROXIMATE: 'area',
}

/** Google's Geocoding API. Its terms limit how long coordinates may be stored and on which maps they may be shown. */
export function createGoogleGeocoder(key: string, url = 'https://maps.googleapis.com'): Geocoder {
  return {
    id: 'google',
    settings: settingsOf(url, key),
    async find(address, { south, west, north, east }) {
      const query = new URLSearchParams({
        address,
        bounds: `${south},${west}|${north},${east}`,
        language: 'en',
        key,
      })
      const { body } = await requestProvider({
        provider: PROVIDER,
        url: `${url}/maps/api/geocode/json?${String(query)}`,
      })
      throwIfFailed(body)
      const results = propertyOf(body, 'results')
      return (Array.isArray(results) ? results : []).flatMap((result) => readResult(address, result))
    },
  }
}

/** https://developers.google.com/maps/documentation/geocoding/requests-geocoding#StatusCodes */
function throwIfFailed(body: unknown): void {
  const status = propertyOf(body, 'status')
  if (status === 'OK' || status === 'ZERO_RESULTS') return
  const explained = propertyOf(body, 'error_message')
  const reason = `${PROVIDER} responded with ${String(status)}${typeof explained === 'string' ? `: ${explained}` : ''}`
  // OVER_DAILY_LIMIT also means a missing or invalid key, missing billing or a self-imposed cap.
  if (status === 'REQUEST_DENIED' || status === 'OVER_DAILY_LIMIT') throw new ProviderError('denied', reason)
  if (status === 'OVER_QUERY_LIMIT') throw new ProviderError('quota', reason)
  if (status === 'INVALID_REQUEST') throw new ProviderError('rejected', reason)
  throw new ProviderError('unavailable', reason)
}

function readResult(address: string, result: unknown): Candidate[] {
  const geometry = propertyOf(result, 'geometry')
  const location = propertyOf(geometry, 'location')
  const [latitude, longitude] = [propertyOf(location, 'lat'), propertyOf(location, 'lng')]
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return []
  const claimed = PRECISIONS[String(propertyOf(geometry, 'location_type'))] ?? 'area'
  // A partial match may be the right house in another town, or another house on the right street.
  const precision = propertyOf(result, 'partial_match') === true && claimed !== 'area' ? 'street' : claimed
  return [
    {
      latitude,
      longitude,
      precision: precisionFor(address, precision, houseNumberOf(result)),
      label: String(propertyOf(result, 'formatted_address') ?? ''),
    },
  ]
}

function houseNumberOf(result: unknown): string | undefined {
  const components = propertyOf(result, 'address_components')
  if (!Array.isArray(components)) return undefined
  const component: unknown = components.find((item: unknown) => {
    const types = propertyOf(item, 'types')
    return Array.isArray(types) && types.includes('street_number')
  })
  const name = propertyOf(component, 'long_name')
  return typeof name === 'string' ? name : undefined
}
