import { getMe, signInWithGoogle } from '@offquad/contracts'
import { requireIdentity, route, UnauthenticatedError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { presentUser } from './account.presenter'
import { signIn, type SignInDeps } from './sign-in'

export function registerAccounts(app: FastifyInstance, deps: SignInDeps): void {
  route(app, signInWithGoogle, async ({ body, log }) => {
    const { accessToken, account } = await signIn(deps, body.credential)
    log.info({ userId: account.id, role: account.role }, 'signed in')
    return { accessToken, user: presentUser(account) }
  })

  route(app, getMe, async ({ caller }) => {
    const account = await deps.users.find(requireIdentity(caller).userId)
    if (!account)
      throw new UnauthenticatedError('account-gone', 'This account no longer exists. Please sign in again.')
    return presentUser(account)
  })

  app.get('/.well-known/jwks.json', { schema: { hide: true }, logLevel: 'warn' }, () => deps.tokens.keySet)
}
