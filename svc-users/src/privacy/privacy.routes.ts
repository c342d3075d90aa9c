import { deleteAccount, exportAccount as exportAccountCall } from '@offquad/contracts'
import { isStoreUnavailable, requireIdentity, type Revocations, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { exportAccount, type ExportDeps } from './export-account'
import { type DeletionDeps, erase } from './finish-deletions.job'

interface PrivacyDeps extends ExportDeps, DeletionDeps {
  revocations: Pick<Revocations, 'publish'>
  /** There is something to tell other services; nobody waits for that. */
  requestMessages: () => void
}

export function registerPrivacy(app: FastifyInstance, deps: PrivacyDeps): void {
  route(app, exportAccountCall, ({ caller }) => exportAccount(deps, requireIdentity(caller).userId))

  route(app, deleteAccount, async ({ body: { reviews }, caller, log }) => {
    const { userId } = requireIdentity(caller)
    await deps.accountDeletions.put({ userId, reviews, requestedAt: deps.now(), isTold: false })
    // From the write above on the account's access tokens are on the list of revoked ones.
    await deps.revocations.publish({ userId })
    await erase(deps, userId).catch((err: unknown) => {
      // The deletion is stored, and who asked for it cannot ask again: the sweep erases what is left.
      if (!isStoreUnavailable(err)) throw err
      log.warn({ err, userId }, 'account not erased at once, the sweep will do it')
    })
    log.info({ userId, reviews }, 'account deleted')
    deps.requestMessages()
    return null
  })
}
