import { MAP_TILES_PATH, type PageData, type University } from '@offquad/contracts'
import { type GatewayConfig } from '../../config'
import { isAddress } from '../map-tiles.routes'

/** Settings that every page receives in addition to its own data. */
export type PageSettings = Pick<
  PageData,
  'university' | 'maps' | 'signIn' | 'allowsOverrides' | 'reportShare' | 'traceShare' | 'previews'
> & {
  /** The site's public URL, for link previews; not sent to pages. */
  publicUrl?: string
  /** Whether public pages are rendered here; not sent to pages. */
  isServerRendering?: boolean
}

/** Derives the page settings from the configuration; features that are not configured are left out. */
export function createPageSettings(config: GatewayConfig, university: University): PageSettings {
  const { GOOGLE_CLIENT_ID: clientId, SIGN_IN_CHOOSER_URL: chooserUrl } = config
  const maps = mapsOf(config)
  return {
    university,
    ...(config.PUBLIC_URL && { publicUrl: config.PUBLIC_URL }),
    ...(config.SERVER_RENDERING === 'on' && { isServerRendering: true }),
    ...(config.MF_OVERRIDES === 'on' && { allowsOverrides: true }),
    ...(config.PAGE_REPORT_SHARE < 1 && { reportShare: config.PAGE_REPORT_SHARE }),
    ...(config.OTEL_EXPORTER_OTLP_ENDPOINT && { traceShare: config.OTEL_TRACES_SAMPLER_ARG }),
    ...(clientId && { signIn: { clientId, ...(chooserUrl && { chooserUrl }) } }),
    ...(maps && { maps }),
  }
}

/** The background of maps; undefined without streets. */
function mapsOf(config: GatewayConfig): PageSettings['maps'] {
  const { GOOGLE_MAPS_API_KEY, MAP_PMTILES, MAP_TILES_URL, MAP_TILES_ATTRIBUTION } = config
  if (!GOOGLE_MAPS_API_KEY && !MAP_PMTILES && !MAP_TILES_URL) return undefined
  return {
    ...(GOOGLE_MAPS_API_KEY && { googleMapsApiKey: GOOGLE_MAPS_API_KEY }),
    ...(MAP_PMTILES && { vectorTilesUrl: isAddress(MAP_PMTILES) ? MAP_PMTILES : MAP_TILES_PATH }),
    ...(MAP_TILES_URL && { tilesUrl: MAP_TILES_URL }),
    ...(MAP_TILES_URL && MAP_TILES_ATTRIBUTION && { tilesAttribution: MAP_TILES_ATTRIBUTION }),
  }
}
