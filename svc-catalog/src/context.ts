import { setTimeout } from 'node:timers/promises'
import { connectMongo, ensureIndexes, loadUniversity, openMessaging } from '@offquad/service-kit'
import { type FastifyBaseLogger } from 'fastify'
import { type CatalogConfig } from './config'
import {
  chooseGeocoder,
  chooseRouter,
  createGeocodeCacheRepository,
  createProviderBudgetsRepository,
  createProviderPausesRepository,
  createRoutedCommutesRepository,
} from './geography'
import { openRepositories } from './repositories'

export type Context = Awaited<ReturnType<typeof openContext>>

/** Opens the dependencies that the service and its worker share. */
export async function openContext(config: CatalogConfig, log: FastifyBaseLogger) {
  const university = loadUniversity(config.UNIVERSITY_FILE)
  const connection = await connectMongo(config.MONGODB_URI, config.MONGODB_DATABASE)
  const repositories = {
    ...openRepositories(connection),
    geocodes: createGeocodeCacheRepository(connection),
    pauses: createProviderPausesRepository(connection),
    routedCommutes: createRoutedCommutesRepository(connection),
    budgets: createProviderBudgetsRepository(connection),
  }
  await ensureIndexes(connection)
  const messaging = openMessaging(config, 'svc-catalog', log, connection)
  return {
    config,
    log,
    university,
    connection,
    ...repositories,
    now: () => new Date(),
    wait: (ms: number) => setTimeout(ms),
    geocoder: chooseGeocoder(config, university),
    router: chooseRouter(config),
    ...messaging,
  }
}
