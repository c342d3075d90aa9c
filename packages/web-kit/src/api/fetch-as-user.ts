import { accessTokenForCall, refreshedAccessToken } from '../session/session'

/**
 * `fetch` as the signed-in user, for responses that are streamed; use `api` for the rest. When the access token has
 * expired, it is refreshed and the request repeated once.
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
