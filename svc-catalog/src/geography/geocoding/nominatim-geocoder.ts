import { propertyOf, ProviderError, requestProvider } from '../provider-request'
import { type Candidate, type Geocoder, precisionFor, type Precision } from './geocoder'

interface NominatimOptions {
  /** URL of the server: 'https://nominatim.openstreetmap.org' */
  url: string
  /** Identifies the application, as the usage policy of the public server requires. */
  userAgent: string
}

const PROVIDER = 'The geocoder at GEOCODER_URL'
const MOST_RESULTS = 5

/** Ranks as in https://nominatim.org/release-docs/latest/customize/Ranking/: houses, then streets, then larger areas. */
const HOUSE_RANK = 30
const STREET_RANK = 26

/** Any server with Nominatim's search API: https://nominatim.org/release-docs/latest/api/Search/ */
export function createNominatimGeocoder({ url, userAgent }: NominatimOptions): Geocoder {
  return {
    id: 'nominatim',
    settings: url,
    async find(address, { south, west, north, east }) {
      const query = new URLSearchParams({
        q: address,
        format: 'jsonv2',
        addressdetails: '1',
        limit: String(MOST_RESULTS),
        viewbox: [west, north, east, south].join(','),
      })
      const { status, body } = await requestProvider({
        provider: PROVIDER,
        url: `${url.replace(/\/+$/, '')}/search?${String(query)}`,
        headers: { 'user-agent': userAgent, 'accept-language': 'en' },
      })
      if (status >= 400)
        throw new ProviderError('rejected', `${PROVIDER} responded with ${status}${reasonIn(body)}`)
      if (!Array.isArray(body))
        throw new ProviderError(
          'unavailable',
          `${PROVIDER} responded with something other than a list of results${reasonIn(body)}`,
        )
      return body.flatMap((result) => readResult(address, result))
    },
  }
}

function reasonIn(body: unknown): string {
  const message = propertyOf(propertyOf(body, 'error'), 'message')
  return typeof message === 'string' ? `: ${message}` : ''
}

function readResult(address: string, result: unknown): Candidate[] {
  const [latitude, longitude] = [readDegrees(result, 'lat'), readDegrees(result, 'lon')]
  if (latitude === undefined || longitude === undefined) return []
  const houseNumber = propertyOf(propertyOf(result, 'address'), 'house_number')
  return [
    {
      latitude,
      longitude,
      precision: precisionFor(
        address,
        precisionOf(Number(propertyOf(result, 'place_rank'))),
        typeof houseNumber === 'string' ? houseNumber : undefined,
      ),
      label: String(propertyOf(result, 'display_name') ?? ''),
    },
  ]
}

function precisionOf(rank: number): Precision {
  if (rank >= HOUSE_RANK) return 'building'
  return rank >= STREET_RANK ? 'street' : 'area'
}

// Sent as strings with seven decimals.
function readDegrees(result: unknown, name: 'lat' | 'lon'): number | undefined {
  const text = propertyOf(result, name)
  const degrees = typeof text === 'string' && text !== '' ? Number(text) : Number.NaN
  return Number.isFinite(degrees) ? degrees : undefined
}
