import { callerOf } from '@offquad/service-kit'
import { type FastifyRequest } from 'fastify'

const COOKIE = 'offquad-developer'
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`)

/** Holds an access token, because pages are asked for without one. It is looked at for overrides alone. */
export const developerCookie = (token: string, isSecure: boolean): string =>
  `${COOKIE}=${token}; Path=/; SameSite=Strict; HttpOnly${isSecure ? '; Secure' : ''}`

/** Whether a page is asked for by somebody who was allowed to put their own slices on it, not long ago. */
export async function isDeveloper(request: FastifyRequest): Promise<boolean> {
  const token = VALUE.exec(request.headers.cookie ?? '')?.[1]
  if (!token) return false
  request.headers.authorization = `Bearer ${token}`
  const { identity } = await callerOf(request)
  return identity?.role === 'developer'
}

/** Whether there is anything to look at: most visitors are no developers, and their pages wait for nothing. */
export const hasDeveloperCookie = ({ headers }: FastifyRequest): boolean =>
  headers.cookie?.includes(`${COOKIE}=`) ?? false
