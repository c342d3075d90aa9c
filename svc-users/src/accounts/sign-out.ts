import { revokeTokens, type RevokeDeps } from './revoke-tokens'
import { sessionIn } from './sessions'
import { type SessionsRepository } from './sessions.repository'

interface SignOut {
  cookie: string | undefined
  /** Every session of the person, on all devices, and the access tokens that they were given. */
  isEverywhere: boolean
  /** The caller, where an access token says who it is. */
  userId: string | undefined
}

/** Ends the session in the cookie; who has none is signed out already. */
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
