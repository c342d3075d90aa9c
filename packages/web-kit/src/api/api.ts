import { type Endpoint, type ReplyOf } from '@offquad/contracts'
import { accessTokenForCall, refreshedAccessToken } from '../session/session'
import { ProblemError } from './problem-error'
import { type CallArguments, send } from './send'

export interface ApiArguments<E extends Endpoint> extends CallArguments<E> {
  /**
   * Say who is asking although anyone may: for answers that depend on it. Other public reads stay the same for
   * everybody, so that the gateway can answer them from memory.
   */
  asUser?: boolean
}

/**
 * Calls an endpoint of the contract, as the signed-in user where it matters. An access token that ran out is replaced
 * and the call made once more.
 * @throws ProblemError when it answers an error or cannot be reached
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  { asUser = endpoint.access !== 'anyone', ...call }: ApiArguments<E> = {},
): Promise<ReplyOf<E>> {
  if (!asUser) return send(endpoint, call)
  const token = await accessTokenForCall()
  try {
    return await send(endpoint, call, token)
  } catch (error) {
    if (!token || !(error instanceof ProblemError) || error.status !== 401) throw error
    const next = await refreshedAccessToken(token)
    if (!next) throw error
    return send(endpoint, call, next)
  }
}
