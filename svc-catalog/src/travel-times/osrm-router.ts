import { type Coordinates } from '../entities'
import { greatCircleMetres } from '../great-circle'
import { ProviderError, propertyOf, requestProvider } from '../provider-request'
import { type Router, type TravelMode } from '../router'

interface OsrmOptions {
  /** Of the server; '{profile}' in it stands for the profile's name. */
  url: string
  /** For each mode the name of a profile, or the URL of a server with only this profile. */
  profiles: Record<TravelMode, string>
}

const PROVIDER = 'The router at ROUTING_URL'

/** The most places of one request: the default of osrm-routed's --max-table-size. */
const MAX_PLACES = 100

/** Faster than runners: a server without a walking profile returns the times of cars. */
const FASTEST_WALK_METRES_PER_SECOND = 3
const LEAST_TELLING_METRES = 500

/** The table service of any OSRM-compatible server: https://project-osrm.org/docs/v5.24.0/api/#table-service */
export function createOsrmRouter({ url, profiles }: OsrmOptions): Router {
  /** The table for the first of these places as the origin (one row), or the last one as the destination (one column). */
  async function requestTable(places: Coordinates[], query: string, mode: TravelMode): Promise<unknown> {
    const coordinates = places.map(({ latitude, longitude }) => `${longitude},${latitude}`)
    const { body } = await requestProvider({
      provider: PROVIDER,
      url: `${tableUrl(url, profiles[mode])}/${coordinates.join(';')}?${query}&annotations=duration`,
    })
    const code = propertyOf(body, 'code')
    // There is no street near one of the places, or no route between any of them.
    if (code === 'NoSegment' || code === 'NoTable') return undefined
    if (code !== 'Ok') throw errorOf(body)
    return body
  }

  return {
    id: 'osrm',
    settings: [url, ...Object.values(profiles)].join(' '),
    maxOrigins: MAX_PLACES - 1,
    async minutesTo(from, destinations, mode) {
      const query = `sources=0&destinations=${destinations.map((_, index) => index + 1).join(';')}`
      const body = await requestTable([from, ...destinations], query, mode)
      if (body === undefined) return destinations.map(() => null)
      const minutes = readDurations(body, destinations.length)
      if (mode === 'walk')
        throwIfDriven(destinations.map((to, index) => ({ from, to, minutes: minutes[index] ?? null })))
      return minutes
    },
    async minutesFrom(origins, to, mode) {
      const query = `sources=${origins.map((_, index) => index).join(';')}&destinations=${origins.length}`
      const body = await requestTable([...origins, to], query, mode)
      if (body === undefined) return origins.map(() => null)
      const minutes = readColumn(body, origins.length)
      if (mode === 'walk')
        throwIfDriven(origins.map((from, index) => ({ from, to, minutes: minutes[index] ?? null })))
      return minutes
    },
  }
}

function tableUrl(url: string, profile: string): string {
  const isServer = /^https?:\/\//.test(profile)
  const server = isServer ? profile : url.replaceAll('{profile}', profile)
  return `${server.replace(/\/+$/, '')}/table/v1/${isServer ? 'driving' : profile}`
}

function readDurations(body: unknown, count: number): (number | null)[] {
  const rows = propertyOf(body, 'durations')
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined
  if (!Array.isArray(row) || row.length !== count)
    throw new ProviderError('unavailable', `${PROVIDER} responded with a table without durations`)
  return row.map(minutesOf)
}

function readColumn(body: unknown, count: number): (number | null)[] {
  const rows = propertyOf(body, 'durations')
  if (!Array.isArray(rows) || rows.length !== count)
    throw new ProviderError('unavailable', `${PROVIDER} responded with a table without durations`)
  return rows.map((row: unknown) => minutesOf(Array.isArray(row) ? row[0] : undefined))
}

const minutesOf = (seconds: unknown): number | null =>
  typeof seconds === 'number' && seconds >= 0 ? seconds / 60 : null

function errorOf(body: unknown): ProviderError {
  const code = propertyOf(body, 'code')
  const message = propertyOf(body, 'message')
  const reason = `${PROVIDER} responded with ${String(code)}${typeof message === 'string' ? `: ${message}` : ''}`
  if (code === 'InvalidValue' || code === 'TooBig') return new ProviderError('rejected', reason)
  // Concerns all requests: the URL or the profiles are wrong.
  if (typeof code === 'string' && /^(Invalid|NotImplemented)/.test(code))
    return new ProviderError('denied', reason)
  return new ProviderError('unavailable', reason)
}

interface Way {
  from: Coordinates
  to: Coordinates
  minutes: number | null
}

function throwIfDriven(ways: Way[]): void {
  const isDriven = ways.some(({ from, to, minutes }) => {
    const seconds = (minutes ?? Infinity) * 60
    const metres = greatCircleMetres(from, to)
    return metres > LEAST_TELLING_METRES && metres / seconds > FASTEST_WALK_METRES_PER_SECOND
  })
  if (isDriven)
    throw new ProviderError(
      'denied',
      `${PROVIDER} returns driving times for walking: set ROUTING_PROFILES to a server with a walking profile`,
    )
}
