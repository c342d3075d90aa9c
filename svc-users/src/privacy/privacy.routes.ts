import { deleteAccount, exportAccount as exportAccountCall } from '@offquad/contracts'
import { isStoreUnavailable, requireIdentity, type Revocations, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { exportAccount, type ExportDeps } from './export-account'
import { type DeletionDeps, erase } from './finish-deletions'

interface PrivacyDeps extends ExportDeps, DeletionDeps {
  revocations: Pick<Revocations, 'publish'>
  /** Triggers the delivery of stored messages; not awaited. */
  flushOutboxes: () => void
}

export function registerPrivacy(app: FastifyInstance, deps: PrivacyDeps): void {
  route(app, exportAccountCall, ({ caller }) => exportAccount(deps, requireIdentity(caller).userId))

  route(app, deleteAccount, async ({ body: { reviews }, caller, log }) => {
    const { userId } = requireIdentity(caller)
    await deps.accountDeletions.put({ userId, reviews, requestedAt: deps.now(), isPublished: false })
    // The stored deletion already revokes the account's access tokens.
    await deps.revocations.publish({ userId })
    await erase(deps, userId).catch((err: unknown) => {
      // The deletion is stored, and the user cannot repeat the request: the sweep completes it.
      if (!isStoreUnavailable(err)) throw err
      log.warn({ err, userId }, 'account not erased yet, left to the sweep')
    })
    log.info({ userId, reviews }, 'account deleted')
    deps.flushOutboxes()
    return null
  })
}
