import { allowOverrides } from '@offquad/contracts'
import { callerOf, NotAllowedError, requireIdentity, route } from '@offquad/service-kit'
import { type FastifyInstance, type FastifyRequest } from 'fastify'

const COOKIE = 'offquad-developer'
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`)

/** Holds an access token, because page requests carry none. It is only read for overrides. */
const developerCookie = (token: string, isSecure: boolean): string =>
  `${COOKIE}=${token}; Path=/; SameSite=Strict; HttpOnly${isSecure ? '; Secure' : ''}`

/** The developer's token in a Cookie header, if there is one. */
export const developerTokenIn = (cookies: string | undefined): string | undefined =>
  cookies && VALUE.exec(cookies)?.[1]

/** Whether the token belongs to a developer. */
export async function isOfDeveloper(request: FastifyRequest, token: string): Promise<boolean> {
  const { identity } = await callerOf(request, token)
  return identity?.role === 'developer'
}

interface OverridesOptions {
  isAllowed: boolean
  /** Cookies are sent over HTTPS only. */
  isSecure: boolean
}

/** Lets developers load their own slices on pages. */
export async function serveOverrides(
  app: FastifyInstance,
  { isAllowed, isSecure }: OverridesOptions,
): Promise<void> {
  route(app, allowOverrides, ({ caller }, { request, reply }) => {
    if (!isAllowed || requireIdentity(caller).role !== 'developer')
      throw new NotAllowedError(
        'developers-only',
        'Only developers can load their own slices on these pages.',
      )
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    reply.header('set-cookie', developerCookie(token, isSecure)).header('cache-control', 'no-store')
    return null
  })
}
