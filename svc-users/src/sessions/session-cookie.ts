import { type Session, SESSION_PATH } from '@offquad/contracts'
import { type Exchange, NotAllowedError } from '@offquad/service-kit'
import { presentUser } from '../accounts/account'
import { type OpenSession, SESSION_LIFETIME_MS } from './sessions'

const NAME = 'offquad_session'

// Browsers treat http://localhost as secure.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'strict', path: SESSION_PATH } as const

export const readSessionCookie = ({ request }: Exchange): string | undefined => request.cookies[NAME]

function setSessionCookie({ reply }: Exchange, refreshToken: string): void {
  reply.setCookie(NAME, refreshToken, { ...OPTIONS, maxAge: SESSION_LIFETIME_MS / 1000 })
}

export function clearSessionCookie({ reply }: Exchange): void {
  reply.clearCookie(NAME, OPTIONS)
}

export function respondWithSession(
  exchange: Exchange,
  { accessToken, refreshToken, account }: OpenSession,
): Session {
  setSessionCookie(exchange, refreshToken)
  // Neither the cookie nor the access token may be cached on the way.
  exchange.reply.header('cache-control', 'no-store')
  return { accessToken, user: presentUser(account) }
}

/**
 * Protects the session cookie, which browsers attach automatically, against cross-site requests. Browsers send the
 * originating site; clients that are not browsers send none and have only their own cookie.
 * @throws NotAllowedError
 */
export function requireSameSite({ request: { headers } }: Exchange): void {
  const { origin, 'sec-fetch-site': site } = headers
  const host = headers['x-forwarded-host'] ?? headers.host
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
  if (isOwn && (site === undefined || site === 'same-origin')) return
  throw new NotAllowedError('cross-site-request', 'This is only possible from the site itself.')
}
