import { type PageData, type University } from '@offquad/contracts'
import { type GatewayConfig } from '../../config'

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
  const { GOOGLE_MAPS_API_KEY: googleMapsApiKey, MAP_TILES_URL: tilesUrl } = config
  return {
    university,
    ...(config.PUBLIC_URL && { publicUrl: config.PUBLIC_URL }),
    ...(config.SERVER_RENDERING === 'on' && { isServerRendering: true }),
    ...(config.MF_OVERRIDES === 'on' && { allowsOverrides: true }),
    ...(config.PAGE_REPORT_SHARE < 1 && { reportShare: config.PAGE_REPORT_SHARE }),
    ...(config.OTEL_EXPORTER_OTLP_ENDPOINT && { traceShare: config.OTEL_TRACES_SAMPLER_ARG }),
    ...(clientId && { signIn: { clientId, ...(chooserUrl && { chooserUrl }) } }),
    ...((googleMapsApiKey || tilesUrl) && { maps: mapsOf(config) }),
  }
}

const mapsOf = ({ GOOGLE_MAPS_API_KEY, MAP_TILES_URL }: GatewayConfig): PageSettings['maps'] => ({
  ...(GOOGLE_MAPS_API_KEY && { googleMapsApiKey: GOOGLE_MAPS_API_KEY }),
  ...(MAP_TILES_URL && { tilesUrl: MAP_TILES_URL }),
})
