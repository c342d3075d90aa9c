import { issueSignInNonce, signInWithGoogle } from '@offquad/contracts'
import { route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { readSessionCookie, requireSameSite, respondWithSession } from '../sessions/session-cookie'
import { signIn, type SignInDeps } from './sign-in'
import { clearNonce, issuedNonce, issueNonce } from './sign-in-nonce'

export function registerSignIn(app: FastifyInstance, deps: SignInDeps): void {
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
}
