import { revokeTokens, type RevokeDeps } from './revoke-tokens'
import { sessionIn } from './sessions'
import { type SessionsRepository } from './sessions.repository'

interface SignOut {
  cookie: string | undefined
  /** Ends every session of the user, on all devices, and revokes their access tokens. */
  isEverywhere: boolean
  /** The caller, if the request has an access token. */
  userId: string | undefined
}

/** Ends the session of the cookie; without one the caller is signed out already. */
export async function signOut(
  deps: RevokeDeps & { sessions: SessionsRepository },
  { cookie, isEverywhere, userId }: SignOut,
): Promise<void> {
  const session = await sessionIn(deps, cookie)
  if (session) await deps.sessions.end(session.id)
  if (!isEverywhere) return
  const owners = new Set([session?.userId, userId].filter((owner) => owner !== undefined))
  for (const owner of owners) await revokeTokens(deps, owner)
}
