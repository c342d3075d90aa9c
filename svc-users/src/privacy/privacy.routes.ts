import { type AccountExport, deleteAccount, exportAccount } from '@offquad/contracts'
import {
  isStoreUnavailable,
  requireIdentity,
  type Revocations,
  route,
  UnauthenticatedError,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type DeletionDeps, erase } from './finish-deletions'

export type AccountData = Omit<AccountExport, 'exportedAt'>

interface PrivacyDeps extends DeletionDeps {
  /** All data that this service stores about a user; undefined when the account was deleted. */
  collectAccount: (userId: string) => Promise<AccountData | undefined>
  revocations: Pick<Revocations, 'publish'>
  /** Triggers the delivery of stored messages; not awaited. */
  flushOutboxes: () => void
}

export function registerPrivacy(app: FastifyInstance, deps: PrivacyDeps): void {
  route(app, exportAccount, async ({ caller }) => {
    const account = await deps.collectAccount(requireIdentity(caller).userId)
    if (!account)
      throw new UnauthenticatedError('account-gone', 'This account no longer exists. Please sign in again.')
    return { exportedAt: deps.now().toISOString(), ...account }
  })

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
