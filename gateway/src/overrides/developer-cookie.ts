import { callerOf } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'

const COOKIE = 'offquad-developer'
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`)

/** Holds an access token, because pages are asked for without one. It is looked at for overrides alone. */
export const developerCookie = (token: string, isSecure: boolean): string =>
  `${COOKIE}=${token}; Path=/; SameSite=Strict; HttpOnly${isSecure ? '; Secure' : ''}`

/** The token a Cookie header brings; most visitors are no developers, and have none. */
export const developerTokenIn = (cookies: string | undefined): string | undefined =>
  cookies && VALUE.exec(cookies)?.[1]

/** Whether it is of somebody who was allowed to put their own slices on pages, not long ago. */
export async function isOfDeveloper(request: FastifyRequest, token: string): Promise<boolean> {
  const { identity } = await callerOf(request, token)
  return identity?.role === 'developer'
}
