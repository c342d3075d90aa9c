import { type Coordinates } from '../../catalog/entities'
import { greatCircleMetres } from '../great-circle'
import { ProviderError, propertyOf, requestProvider } from '../provider-request'
import { type Router, type TravelMode } from '../router'

interface OsrmOptions {
  /** URL of the server; '{profile}' stands for the profile's name. */
  url: string
  /** For each mode the name of a profile, or the URL of a server with only this profile. */
  profiles: Record<TravelMode, string>
}

const PROVIDER = 'The router at ROUTING_URL'

/** Maximum number of places per request: the default of osrm-routed's --max-table-size. */
const MAX_PLACES = 100

/** Faster than runners: a server without a walking profile returns the times of cars. */
const FASTEST_WALK_METRES_PER_SECOND = 3
const LEAST_TELLING_METRES = 500

/** The table service of any OSRM-compatible server: https://project-osrm.org/docs/v5.24.0/api/#table-service */
export function createOsrmRouter({ url, profiles }: OsrmOptions): Router {
  return {
    id: 'osrm',
    settings: [url, ...Object.values(profiles)].join(' '),
    maxOrigins: MAX_PLACES - 1,
    async minutes(origins, destinations, mode) {
      const places = [...origins, ...destinations]
      const coordinates = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';')
      const sources = origins.map((_, index) => index).join(';')
      const targets = destinations.map((_, index) => origins.length + index).join(';')
      const { body } = await requestProvider({
        provider: PROVIDER,
        url: `${tableUrl(url, profiles[mode])}/${coordinates}?sources=${sources}&destinations=${targets}&annotations=duration`,
      })
      const code = propertyOf(body, 'code')
      // There is no street near one of the places, or no route between any of them.
      if (code === 'NoSegment' || code === 'NoTable') return origins.map(() => destinations.map(() => null))
      if (code !== 'Ok') throw errorOf(body)
      const minutes = readTable(body, { rows: origins.length, columns: destinations.length })
      if (mode === 'walk')
        throwIfDriven(
          origins.flatMap((from, row) =>
            destinations.map((to, column) => ({ from, to, minutes: minutes[row]?.[column] ?? null })),
          ),
        )
      return minutes
    },
  }
}

function tableUrl(url: string, profile: string): string {
  const isServer = /^https?:\/\//.test(profile)
  const server = isServer ? profile : url.replaceAll('{profile}', profile)
  return `${server.replace(/\/+$/, '')}/table/v1/${isServer ? 'driving' : profile}`
}

function readTable(body: unknown, { rows, columns }: { rows: number; columns: number }): (number | null)[][] {
  const table = propertyOf(body, 'durations')
  const isComplete =
    Array.isArray(table) &&
    table.length === rows &&
    table.every((row: unknown) => Array.isArray(row) && row.length === columns)
  if (!isComplete)
    throw new ProviderError('unavailable', `${PROVIDER} responded with a table without durations`)
  return (table as unknown[][]).map((row) => row.map(minutesOf))
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
