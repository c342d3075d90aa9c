import { connectMongo } from '@offquad/service-kit'
import { type AuditEntry } from './app-state'
import { createSiteStateRepository } from './site-state.repository'
import { createSiteChanges, type RollbackTarget } from './site-changes'
import { liveOf } from './site-state'
import { createUploads } from './uploads'

interface StoredSite {
  MONGODB_URI: string
  MONGODB_DATABASE: string
  MF_DIR: string
}

/**
 * Rolls an app back in the state that gateways share, with the checks of a gateway: for when none answers. Gateways that run
 * follow within seconds, and those that start begin with it.
 * @returns the version that is live, and the canary, from now on
 * @throws ConflictError or InvalidInputError as the call does
 */
export async function rollBackStored(
  { MONGODB_URI, MONGODB_DATABASE, MF_DIR }: StoredSite,
  app: string,
  { audit, ...target }: { audit: AuditEntry } & RollbackTarget,
) {
  const connection = await connectMongo(MONGODB_URI, MONGODB_DATABASE)
  try {
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
  } finally {
    await connection.close()
  }
}
