import { type ServiceChange } from '@offquad/contracts'
import { connectMongo } from '@offquad/service-kit'
import { type Connection } from 'mongoose'
import { type AuditEntry } from './app-state'
import { createSiteStateRepository } from './site-state.repository'
import { createSiteChanges, type RollbackTarget } from './site-changes'
import { serviceEntryOf } from './service-deploys.routes'
import { createServiceHistoryRepository } from './service-history.repository'
import { liveOf } from './site-state'
import { createUploads } from './uploads'

interface Store {
  MONGODB_URI: string
  MONGODB_DATABASE: string
}

/**
 * Rolls an app back in the state that gateways share, with the checks of a gateway: for when none answers. Gateways that run
 * follow within seconds, and those that start begin with it.
 * @returns the version that is live, and the canary, from now on
 * @throws ConflictError or InvalidInputError as the call does
 */
export async function rollBackStored(
  { MF_DIR, ...store }: Store & { MF_DIR: string },
  app: string,
  { audit, ...target }: { audit: AuditEntry } & RollbackTarget,
) {
  return withStore(store, async (connection) => {
    const states = createSiteStateRepository(connection)
    const changes = createSiteChanges({
      states,
      uploads: createUploads(MF_DIR),
      push: () => Promise.resolve(),
      servedInstead: () => [],
      calls: { servedCalls: () => undefined, likelyServiceOf: () => undefined },
    })
    const site = await changes.rollBack(app, audit, target)
    const state = site.apps.get(app)
    return state && liveOf(state)
  })
}

/** Notes in the history that gateways share that the version of a service has changed, as its team does with a call. */
export const noteStoredServiceChange = (store: Store, service: string, change: ServiceChange) =>
  withStore(store, (connection) =>
    createServiceHistoryRepository(connection).add(service, serviceEntryOf(service, change)),
  )

async function withStore<T>(
  { MONGODB_URI, MONGODB_DATABASE }: Store,
  change: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  return change(connection).finally(() => connection.close())
}
