import { allowOverrides } from '@offquad/contracts'
import { NotAllowedError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { developerCookie } from './developer-cookie'

interface OverridesOptions {
  isAllowed: boolean
  /** Cookies are for HTTPS alone. */
  isSecure: boolean
}

/** Lets developers put their own slices on the pages of a gateway that does not let everybody. */
export async function serveOverrides(
  app: FastifyInstance,
  { isAllowed, isSecure }: OverridesOptions,
): Promise<void> {
  route(app, allowOverrides, ({ caller }, { request, reply }) => {
    if (!isAllowed || requireIdentity(caller).role !== 'developer')
      throw new NotAllowedError('developers-only', 'Only developers may put their own slices on these pages.')
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    reply.header('set-cookie', developerCookie(token, isSecure)).header('cache-control', 'no-store')
    return null
  })
}
