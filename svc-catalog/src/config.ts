import { ConfigError, credential, jobSettings, loadConfig, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

export const catalogSettings = Type.Object({
  ...serviceSettings,
  ...jobSettings,
  MONGODB_DATABASE: Type.String({
    default: 'offquad-catalog',
    description: 'Database of this service alone',
  }),
  CATALOG_REFRESH_MS: Type.Integer({
    default: 30_000,
    minimum: 100,
    description: 'Interval at which instances poll for changes, and the worker for missing travel times',
  }),
  SVC_REVIEWS_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'Where svc-reviews listens, to load uploaded photos for pictures of link previews',
    }),
  ),
  MEDIA_DIR: Type.Optional(
    Type.String({ description: 'Folder of the files under /media/, for the same pictures' }),
  ),
  GOOGLE_GEOCODING_API_KEY: Type.Optional(credential({ description: "Key of Google's Geocoding API" })),
  GEOCODER_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Alternatively a server with the search API of Nominatim; with neither, apartments without coordinates stay off the map',
    }),
  ),
  GEOCODER_USER_AGENT: Type.Optional(
    Type.String({
      description:
        "How requests to GEOCODER_URL identify this site; default: the product's name and e-mail domain",
    }),
  ),
  GEOCODER_PER_SECOND: Type.Number({
    default: 1,
    exclusiveMinimum: 0,
    maximum: 50,
    description: 'Rate limit of requests to the geocoder, for all workers together',
  }),
  GEOCODER_ADDRESSES_PER_DAY: Type.Integer({
    default: 500,
    minimum: 0,
    description: 'How many addresses students may look up for My Places a day (UTC), all together',
  }),
  GOOGLE_ROUTES_API_KEY: Type.Optional(
    credential({ description: "Key of Google's Routes API, for travel times" }),
  ),
  ROUTING_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Alternatively an OSRM-compatible server, {profile} in the URL stands for the profile; with neither, travel times are estimates',
    }),
  ),
  ROUTING_PROFILES: Type.String({
    default: 'walk=foot,bike=bike,drive=car',
    pattern: '^\\s*(walk|bike|drive)=[^,\\s]+(\\s*,\\s*(walk|bike|drive)=[^,\\s]+)*\\s*$',
    description: 'The profile of ROUTING_URL for each mode, or the URL of a separate server',
  }),
  ROUTING_COMMUTES_PER_DAY: Type.Integer({
    default: 300,
    minimum: 0,
    description:
      'How many commutes to places of students the router may compute a day (UTC): Google bills each, the rest stay estimates',
  }),
  ROUTING_PER_SECOND: Type.Number({
    default: 1,
    exclusiveMinimum: 0,
    maximum: 50,
    description: 'Rate limit of requests to the router, for all workers together',
  }),
  GTFS_FILE: Type.Optional(
    Type.String({ description: 'Timetable of buses as a GTFS feed: path of a zip file, or of a folder' }),
  ),
})
export type CatalogConfig = Static<typeof catalogSettings>

export function loadCatalogConfig(): CatalogConfig {
  const config = loadConfig(catalogSettings, process.env)
  if (config.GOOGLE_GEOCODING_API_KEY && config.GEOCODER_URL)
    throw new ConfigError('GOOGLE_GEOCODING_API_KEY and GEOCODER_URL are both set: remove one of them')
  if (config.GOOGLE_ROUTES_API_KEY && config.ROUTING_URL)
    throw new ConfigError('GOOGLE_ROUTES_API_KEY and ROUTING_URL are both set: remove one of them')
  return config
}
