import { type Endpoint, type ReplyOf } from '@offquad/contracts'
import { accessTokenForCall, currentUser, refreshedAccessToken } from '../session/session'
import { isOffline } from '../is-offline'
import { ProblemError } from './problem-error'
import { type CallArguments, send } from './send'

export interface ApiArguments<E extends Endpoint> extends CallArguments<E> {
  /**
   * Sends the access token to a public endpoint, where the response depends on the caller. Other public reads are
   * anonymous, so that the gateway can serve them from its cache.
   */
  asUser?: boolean
}

/**
 * Calls an endpoint of the contract, as the signed-in user unless it is public. When the access token has expired, it is
 * refreshed and the call repeated once, never as another user.
 * @throws ProblemError when the response is an error or the service cannot be reached
 */
export async function api<E extends Endpoint>(
  endpoint: E,
  { asUser = endpoint.access !== 'anyone', ...call }: ApiArguments<E> = {},
): Promise<ReplyOf<E>> {
  if (!asUser) return send(endpoint, call)
  const uid = currentUser()?.uid
  const token = await tokenOf(uid, accessTokenForCall()).catch((error: unknown) => {
    // Responses in the service worker's cache need no token.
    if (endpoint.method === 'GET' && isOffline()) return undefined
    throw error
  })
  try {
    return await send(endpoint, call, token)
  } catch (error) {
    if (!token || !(error instanceof ProblemError) || error.status !== 401) throw error
    const next = await tokenOf(uid, refreshedAccessToken(token))
    if (!next) throw error
    return send(endpoint, call, next)
  }
}

/** Awaits a token; undefined if its user has signed out since. */
async function tokenOf(
  uid: string | undefined,
  token: Promise<string | undefined>,
): Promise<string | undefined> {
  const current = await token
  return currentUser()?.uid === uid ? current : undefined
}

/**
 * `fetch` as the signed-in user, for streamed responses; use `api` for all others. When the access token has
 * expired, it is refreshed and the request repeated once.
 */
export async function fetchAsUser(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const uid = currentUser()?.uid
  const token = await tokenOf(uid, accessTokenForCall())
  const response = await fetchWith(token)
  if (response.status !== 401 || !token) return response
  return fetchWith(await tokenOf(uid, refreshedAccessToken(token)))

  function fetchWith(accessToken: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers)
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
    return fetch(url, { ...init, headers })
  }
}
