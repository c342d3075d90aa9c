import { decideWaitingSignIn as decideCall, getWaitingSignIns } from '@offquad/contracts'
import { requireAdmin, requireRecentSignIn, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { decideWaitingSignIn, type SignInDecisionDeps } from './decide-waiting-sign-in'

const PAGE_SIZE = 20

interface Deps extends SignInDecisionDeps {
  /** Triggers the delivery of stored mails; not awaited. */
  flushOutboxes: () => void
}

export function registerWaitingSignIns(app: FastifyInstance, deps: Deps): void {
  route(app, getWaitingSignIns, async ({ query: { cursor } }) => {
    const after = cursor === undefined ? undefined : await deps.waitingSignIns.find(cursor)
    // One more than a page holds, to know whether there is another page.
    const { waiting, total } = await deps.waitingSignIns.listWaiting(after, PAGE_SIZE + 1)
    const page = waiting.slice(0, PAGE_SIZE)
    const last = page.at(-1)
    const items = await Promise.all(
      page.map(async ({ id, userId, email, displayName, requestedAt }) => {
        const user = await deps.users.find(userId)
        if (!user) return []
        const signedInAt = user.signedInAt.toISOString()
        const account = { userId, displayName: user.displayName, role: user.role, signedInAt }
        return [{ id, email, displayName, requestedAt: requestedAt.toISOString(), account }]
      }),
    )
    return { items: items.flat(), total, ...(last && waiting.length > page.length && { next: last.id }) }
  })

  route(app, decideCall, async ({ params: { id }, body: { decision }, caller, log }) => {
    const identity = requireAdmin(caller)
    requireRecentSignIn(identity)
    const decided = await decideWaitingSignIn(deps, { id, decision, adminId: identity.userId })
    log.info({ waitingSignInId: id, decision, adminId: identity.userId }, 'waiting sign-in decided')
    deps.flushOutboxes()
    return decided
  })
}
