import { loadConfig, serviceSettings } from '@offquad/service-kit'
import { type Static, Type } from 'typebox'

const CatalogConfig = Type.Object({
  ...serviceSettings,
  MONGODB_DATABASE: Type.String({
    default: 'offquad-catalog',
    description: 'Database of this service alone',
  }),
  CATALOG_REFRESH_MS: Type.Integer({
    default: 30_000,
    minimum: 100,
    description:
      'How often an instance looks for changes it was not told of, and the worker for missing travel times',
  }),
})
export type CatalogConfig = Static<typeof CatalogConfig>

export function loadCatalogConfig(): CatalogConfig {
  return loadConfig(CatalogConfig, process.env)
}
