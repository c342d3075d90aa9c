import { createHash } from 'node:crypto'
import {
  getAdministrators,
  getMe,
  issueSignInNonce,
  refreshSession as refreshSessionCall,
  type RevocationList,
  REVOCATIONS_PATH,
  type Session,
  signInWithGoogle,
  signOut as signOutCall,
} from '@offquad/contracts'
import { type Exchange, requireIdentity, route, UnauthenticatedError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { presentUser } from './account'
import { clearSessionCookie, readSessionCookie, requireSameSite, setSessionCookie } from './session-cookie'
import { type RevokeDeps } from './revoke-tokens'
import { type OpenSession, refreshSession } from './sessions'
import { signIn, type SignInDeps } from './sign-in'
import { clearNonce, issuedNonce, issueNonce } from './sign-in-nonce'
import { signOut } from './sign-out'

interface AccountsDeps extends SignInDeps, Omit<RevokeDeps, keyof SignInDeps> {
  revocations: RevokeDeps['revocations']
  /** The revoked access tokens. */
  listRevocations: () => Promise<RevocationList>
}

export function registerAccounts(app: FastifyInstance, deps: AccountsDeps): void {
  route(app, signInWithGoogle, async ({ body, log }, exchange) => {
    requireSameSite(exchange)
    const cookie = readSessionCookie(exchange)
    const nonce = issuedNonce(exchange)
    clearNonce(exchange)
    const session = await signIn(deps, { credential: body.credential, cookie, nonce })
    log.info({ userId: session.account.id, role: session.account.role }, 'signed in')
    return respondWithSession(exchange, session)
  })

  route(app, issueSignInNonce, async (_call, exchange) => {
    requireSameSite(exchange)
    exchange.reply.header('cache-control', 'no-store')
    return { nonce: issueNonce(exchange) }
  })

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

  route(app, getAdministrators, async () =>
    (await deps.users.listAdministrators()).map(({ id, displayName }) => ({ id, displayName })),
  )

  app.get('/.well-known/jwks.json', { schema: { hide: true }, logLevel: 'silent' }, () => deps.tokens.keySet)

  app.get(REVOCATIONS_PATH, { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    const json = JSON.stringify(await deps.listRevocations())
    const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(json)
  })
}

function respondWithSession(
  exchange: Exchange,
  { accessToken, refreshToken, account }: OpenSession,
): Session {
  setSessionCookie(exchange, refreshToken)
  // Neither the cookie nor the access token may be cached on the way.
  exchange.reply.header('cache-control', 'no-store')
  return { accessToken, user: presentUser(account) }
}
