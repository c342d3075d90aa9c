import { type Coordinates } from '../../catalog/entities'
import { ProviderError, propertyOf, requestProvider, settingsOf } from '../provider-request'
import { type Router, type TravelMode } from '../router'

const PROVIDER = 'Google Routes'
/**
 * Maximum number of elements per request without traffic, with coordinates. Each element is billed.
 * https://developers.google.com/maps/documentation/routes/usage-and-billing
 */
const MAX_ELEMENTS = 625
const FIELDS = 'originIndex,destinationIndex,status,condition,duration'
const MODES: Record<TravelMode, object> = {
  walk: { travelMode: 'WALK' },
  bike: { travelMode: 'BICYCLE' },
  // Independent of current traffic, as times are stored for months.
  drive: { travelMode: 'DRIVE', routingPreference: 'TRAFFIC_UNAWARE' },
}

/** https://developers.google.com/maps/documentation/routes/reference/rest/v2/TopLevel/computeRouteMatrix */
export function createGoogleRouter(key: string, url = 'https://routes.googleapis.com'): Router {
  async function requestMatrix(
    origins: Coordinates[],
    destinations: Coordinates[],
    mode: TravelMode,
  ): Promise<unknown[]> {
    const { status, body } = await requestProvider({
      provider: PROVIDER,
      url: `${url}/distanceMatrix/v2:computeRouteMatrix`,
      headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': FIELDS },
      body: {
        origins: origins.map(waypoint),
        destinations: destinations.map(waypoint),
        ...MODES[mode],
      },
    })
    if (status >= 400) throw errorOf(propertyOf(body, 'error') ?? propertyOf(first(body), 'error'))
    if (!Array.isArray(body))
      throw new ProviderError('unavailable', `${PROVIDER} responded with something other than a matrix`)
    // The matrix is streamed, so it may contain an error after the response has begun.
    const failed: unknown = body.find((element) => propertyOf(element, 'error') !== undefined)
    if (failed !== undefined) throw errorOf(propertyOf(failed, 'error'))
    return body
  }

  return {
    id: 'google',
    settings: settingsOf(url, key),
    maxOrigins: MAX_ELEMENTS,
    async minutes(origins, destinations, mode) {
      const minutes = origins.map(() => destinations.map((): number | null => null))
      for (const element of await requestMatrix(origins, destinations, mode)) {
        const row = minutes[indexOf(element, 'originIndex')]
        if (row) row[indexOf(element, 'destinationIndex')] = minutesOf(element)
      }
      return minutes
    },
  }
}

const waypoint = ({ latitude, longitude }: Coordinates) => ({
  waypoint: { location: { latLng: { latitude, longitude } } },
})

const first = (body: unknown): unknown => (Array.isArray(body) ? body[0] : undefined)

// The JSON format of protocol buffers omits zeros.
const indexOf = (element: unknown, name: 'originIndex' | 'destinationIndex'): number =>
  Number(propertyOf(element, name) ?? 0)

function minutesOf(element: unknown): number | null {
  const code = propertyOf(propertyOf(element, 'status'), 'code')
  if (code !== undefined && code !== 0) return null
  if (propertyOf(element, 'condition') !== 'ROUTE_EXISTS') return null
  // '183s', '3.5s'
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(propertyOf(element, 'duration'))) ?? []
  return seconds === undefined ? null : Number(seconds) / 60
}

/** A google.rpc.Status: https://cloud.google.com/apis/design/errors */
function errorOf(error: unknown): ProviderError {
  const status = String(propertyOf(error, 'status') ?? propertyOf(error, 'code') ?? 'an error')
  const message = propertyOf(error, 'message')
  const reason = `${PROVIDER} responded with ${status}${typeof message === 'string' ? `: ${message}` : ''}`
  if (isAboutTheKey(error) || /PERMISSION_DENIED|UNAUTHENTICATED/.test(status))
    return new ProviderError('denied', reason)
  if (status === 'RESOURCE_EXHAUSTED') return new ProviderError('quota', reason)
  if (/INVALID_ARGUMENT|FAILED_PRECONDITION|OUT_OF_RANGE|NOT_FOUND/.test(status))
    return new ProviderError('rejected', reason)
  return new ProviderError('unavailable', reason)
}

// For an invalid key Google responds with 400 and this reason in the details, not with 403.
function isAboutTheKey(error: unknown): boolean {
  const details = propertyOf(error, 'details')
  return (
    Array.isArray(details) &&
    details.some((detail) => String(propertyOf(detail, 'reason')).startsWith('API_KEY_'))
  )
}
