import { readRun, sharedPlatform } from './platform'

/** Somebody who uses the platform by its API. */
export interface Person {
  /** Sends a request as this person; undefined when nothing answered. */
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | undefined>
}

/** A platform by its address and its folder. */
export interface Platform {
  url: string
  dataDir: string
}

/** What the identity provider hands out for an address. */
export async function credentialOf(email: string, { dataDir }: Platform = sharedPlatform()): Promise<string> {
  const { identityUrl } = await readRun(dataDir)
  const { credential } = await post<{ credential: string }>(`${identityUrl}/token`, { email })
  return credential
}

/** The access token of somebody who signs in as a script does it; it lasts ten minutes. */
export async function accessTokenOf(email: string, platform: Platform = sharedPlatform()): Promise<string> {
  const credential = await credentialOf(email, platform)
  const address = `${platform.url}/api/auth/google`
  return (await post<{ accessToken: string }>(address, { credential })).accessToken
}

/** A person of the shared platform, signed in as a script does it. */
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
