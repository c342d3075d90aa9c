import { credential, loadConfig, publicUrlOf, publicUrlSettings, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'
import { readServiceUrls, type ServiceUrls } from './edge/services/service-urls'

const { MONGODB_URI, PORT } = serviceSettings

export const gatewaySettings = Type.Object({
  ...Type.Omit(Type.Object(serviceSettings), ['USERS_URL']).properties,
  PORT: Type.Integer({ ...PORT, default: 8080 }),
  MONGODB_URI: Type.Optional(
    credential({
      ...MONGODB_URI,
      description: 'Database in which gateways share which versions are live; without it the folder decides',
    }),
  ),
  MONGODB_DATABASE: Type.String({
    default: 'offquad-gateway',
    description: 'Database used only by the gateways',
  }),
  DEPLOY_TOKENS: Type.String({
    default: '',
    pattern: '^((shell|mfe-[a-z]+|\\*)=[0-9a-f]{64}(,|$))*$',
    description: 'Comma list of app=SHA-256 of its deploy token, in hex; * for one that only reads',
  }),
  DEPLOY_TOKENS_FILE: Type.Optional(
    Type.String({
      description:
        'File with the same pairs, one per line; read for every deploy, so that new apps need no restart',
    }),
  ),
  CANARY_NETWORKS: Type.Integer({
    default: 4,
    minimum: 1,
    maximum: 100,
    description:
      'Networks that must report failures before a version is rolled back; 1 where all visitors share an IP address',
  }),
  CANARY_STEP_SECONDS: Type.Integer({
    default: 60,
    minimum: 0,
    description: 'Minimum duration of each step of a canary',
  }),
  RATE_LIMIT_FACTOR: Type.Number({
    default: 1,
    minimum: 0,
    description: 'Multiplier for the default rate limits; 0 disables them',
  }),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description: 'Comma list of IP addresses or networks of proxies whose X-Forwarded-For is trusted',
    }),
  ),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      pattern: '^\\s*(https?://[^/*,\\s]+(\\s*,\\s*https?://[^/*,\\s]+)*)?\\s*$',
      description:
        'Comma list of origins whose pages may call the API, such as https://app.example.edu: exact, without cookies',
    }),
  ),
  PAGE_REPORT_SHARE: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'Share of pages that report on the versions they use; while a canary runs, all do',
  }),
  MF_DIR: Type.String({ description: 'Folder of deployed frontends and their registry' }),
  ...publicUrlSettings,
  SERVER_RENDERING: Type.Enum(['on', 'off'], {
    default: 'on',
    description: 'Whether public pages are rendered here, before the browser takes over',
  }),
  RENDERER_SOCKET: Type.Optional(
    Type.String({
      description:
        'Socket of a container that renders pages, a file or host:port; default: processes of the gateway',
    }),
  ),
  RENDERER_PROCESSES: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 16,
      description:
        'How many processes may render pages of live versions, of canaries and of previews each (125 MB each, at most 400); default: one, or two on four cores and more',
    }),
  ),
  MF_OVERRIDES: Type.Enum(['on', 'developers', 'off'], {
    default: 'developers',
    description:
      'Who may load remotes from localhost with ?mf.browse=http://localhost:3001/mf-manifest.json: on means everyone',
  }),
  GOOGLE_CLIENT_ID: Type.Optional(Type.String({ description: 'Audience of the identity provider' })),
  SIGN_IN_CHOOSER_URL: Type.Optional(
    Type.String({
      pattern: '^http://(localhost|127\\.0\\.0\\.1):',
      description: 'Account chooser of the development identity provider, on this machine only',
    }),
  ),
  GOOGLE_MAPS_API_KEY: Type.Optional(
    Type.String({ description: 'Key for Google Maps; browsers see it, so restrict it to the site' }),
  ),
  MAP_TILES_URL: Type.Optional(
    Type.String({
      pattern: '^https://.+\\{z\\}.+\\{x\\}.+\\{y\\}',
      description: 'Map tiles, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    }),
  ),
  MAP_TILES_ATTRIBUTION: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Who made the tiles at MAP_TILES_URL; default: © OpenStreetMap contributors',
    }),
  ),
  MAP_PMTILES: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^(?!http://)',
      description:
        "Vector tiles of Protomaps' basemap in one PMTiles file: its path, or an https URL that browsers may read",
    }),
  ),
  MEDIA_DIR: Type.Optional(Type.String({ description: 'Folder of pictures served under /media/' })),
  SERVICES_DIR: Type.Optional(
    Type.String({
      description:
        'Folder of files SVC_<NAME>_URL, one for each service that joins, or version on trial, while the gateway runs',
    }),
  ),
})
export type GatewayConfig = Static<typeof gatewaySettings> & {
  /** From SVC_<NAME>_URL. */
  services: ServiceUrls
}

/** @throws ConfigError naming every variable that is missing or invalid */
export function loadGatewayConfig(): GatewayConfig {
  const config = loadConfig(gatewaySettings, process.env)
  const publicUrl = publicUrlOf(config)
  return {
    ...config,
    ...(publicUrl && { PUBLIC_URL: publicUrl }),
    services: readServiceUrls(process.env),
  }
}

const { MF_DIR, MONGODB_DATABASE } = gatewaySettings.properties
const store = {
  MONGODB_DATABASE,
  MONGODB_URI: credential({ ...MONGODB_URI, description: 'Database that the gateways share' }),
}

/** The settings of commands for operators. @throws ConfigError naming every variable that is missing or invalid */
export const loadCommandConfig = () => loadConfig(Type.Object({ ...store, MF_DIR }), process.env)

/** The settings of `try` and `judge`, in the container of a gateway. @throws ConfigError naming every variable that is missing or invalid */
export const loadTrialConfig = () =>
  loadConfig(
    Type.Object({
      ...store,
      PORT: gatewaySettings.properties.PORT,
      SERVICES_DIR: Type.String({ minLength: 1 }),
      DEPLOY_TOKEN: Type.String({ minLength: 1, description: 'A token that may read' }),
    }),
    process.env,
  )
