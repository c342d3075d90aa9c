import { deleteAccount, exportAccount as exportAccountCall } from '@offquad/contracts'
import { requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { exportAccount, type ExportDeps } from './export-account'
import { type DeletionDeps, erase } from './finish-deletions.job'

interface PrivacyDeps extends ExportDeps, DeletionDeps {
  /** There is something to tell other services; nobody waits for that. */
  requestMessages: () => void
}

export function registerPrivacy(app: FastifyInstance, deps: PrivacyDeps): void {
  route(app, exportAccountCall, ({ caller }) => exportAccount(deps, requireIdentity(caller).userId))

  route(app, deleteAccount, async ({ body: { reviews }, caller, log }) => {
    const { userId } = requireIdentity(caller)
    await deps.accountDeletions.put({ userId, reviews, requestedAt: deps.now(), isTold: false })
    await erase(deps, userId)
    log.info({ userId, reviews }, 'account deleted')
    deps.requestMessages()
    return null
  })
}
