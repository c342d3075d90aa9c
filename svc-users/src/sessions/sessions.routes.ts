import {
  getMe,
  refreshSession as refreshSessionCall,
  type RevocationList,
  REVOCATIONS_PATH,
  signOut as signOutCall,
} from '@offquad/contracts'
import { polledJson, requireIdentity, route, sendPolled, UnauthenticatedError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { presentUser } from '../accounts/account'
import { type RevokeDeps } from './revoke-tokens'
import { clearSessionCookie, readSessionCookie, requireSameSite, respondWithSession } from './session-cookie'
import { refreshSession, type SessionDeps } from './sessions'
import { signOut } from './sign-out'

interface SessionsDeps extends SessionDeps, RevokeDeps {
  /** The revoked access tokens. */
  listRevocations: () => Promise<RevocationList>
}

export function registerSessions(app: FastifyInstance, deps: SessionsDeps): void {
  route(app, refreshSessionCall, async (_call, exchange) => {
    requireSameSite(exchange)
    return respondWithSession(exchange, await refreshSession(deps, readSessionCookie(exchange)))
  })

  route(app, signOutCall, async ({ body, caller }, exchange) => {
    requireSameSite(exchange)
    await signOut(deps, {
      cookie: readSessionCookie(exchange),
      isEverywhere: body?.everywhere ?? false,
      userId: caller.identity?.userId,
    })
    clearSessionCookie(exchange)
    return null
  })

  route(app, getMe, async ({ caller }) => {
    const account = await deps.users.find(requireIdentity(caller).userId)
    if (!account)
      throw new UnauthenticatedError('account-gone', 'This account no longer exists. Please sign in again.')
    return presentUser(account)
  })

  app.get('/.well-known/jwks.json', { schema: { hide: true }, logLevel: 'silent' }, () => deps.tokens.keySet)

  app.get(REVOCATIONS_PATH, { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) =>
    sendPolled(polledJson(JSON.stringify(await deps.listRevocations())), { request, reply }),
  )
}
