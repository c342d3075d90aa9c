import { readRun, sharedPlatform } from './platform'

/** A user of the platform's API. */
export interface Person {
  /** Sends a request as this person; undefined when there was no response. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | undefined>
}

/** The URL and data folder of a platform. */
export interface Platform {
  url: string
  dataDir: string
}

/** A credential from the identity provider for an e-mail address. */
export async function credentialOf(email: string, { dataDir }: Platform = sharedPlatform()): Promise<string> {
  const { identityUrl } = await readRun(dataDir)
  const { credential } = await post<{ credential: string }>(`${identityUrl}/token`, { email })
  return credential
}

/** Signs a person in through the API. @returns an access token, which expires after ten minutes */
export async function accessTokenOf(email: string, platform: Platform = sharedPlatform()): Promise<string> {
  const credential = await credentialOf(email, platform)
  const address = `${platform.url}/api/auth/google`
  return (await post<{ accessToken: string }>(address, { credential })).accessToken
}

/** A person who is signed in to the shared platform through the API. */
export async function enterAs(email: string): Promise<Person> {
  const { url } = sharedPlatform()
  const accessToken = await accessTokenOf(email)
  return {
    async send(method, path, body) {
      try {
        const response = await fetch(url + path, {
          method,
          headers: {
            authorization: `Bearer ${accessToken}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return { status: response.status, body: await response.json() }
      } catch {
        return undefined
      }
    },
  }
}

async function post<T>(url: string, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<T>
}
