import { type University } from '@offquad/contracts'
import { type Geocoder } from './geocoder'
import { createGoogleGeocoder } from './google-geocoder'
import { createNominatimGeocoder } from './nominatim-geocoder'

interface GeocoderSettings {
  GOOGLE_GEOCODING_API_KEY?: string
  GEOCODER_URL?: string
  GEOCODER_USER_AGENT?: string
}

/** The configured geocoder; none by default. */
export function chooseGeocoder(
  { GOOGLE_GEOCODING_API_KEY, GEOCODER_URL, GEOCODER_USER_AGENT }: GeocoderSettings,
  { productName, emailDomain }: Pick<University, 'productName' | 'emailDomain'>,
): Geocoder | undefined {
  if (GOOGLE_GEOCODING_API_KEY) return createGoogleGeocoder(GOOGLE_GEOCODING_API_KEY)
  if (!GEOCODER_URL) return undefined
  return createNominatimGeocoder({
    url: GEOCODER_URL,
    userAgent: GEOCODER_USER_AGENT ?? `${productName}/1.0 (${emailDomain})`,
  })
}
