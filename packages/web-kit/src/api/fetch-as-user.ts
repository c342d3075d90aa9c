import { accessTokenForCall, refreshedAccessToken } from '../session/session'

/**
 * `fetch` as the signed-in user, for what `api` is not made for: answers that are read while they come. An access token
 * that ran out is replaced and the request made once more.
 */
export async function fetchAsUser(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const token = await accessTokenForCall()
  const response = await fetchWith(token)
  if (response.status !== 401 || !token) return response
  return fetchWith(await refreshedAccessToken(token))

  function fetchWith(accessToken: string | undefined): Promise<Response> {
    const headers = new Headers(init.headers)
    if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
    return fetch(url, { ...init, headers })
  }
}
