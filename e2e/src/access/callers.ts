import { type Endpoint, pathOf, type Session, type Shortlist } from '@offquad/contracts'
import { credentialOf } from '../people'
import { pictureForm } from '../picture-form'

/** The inputs of a call. */
export interface RequestParts {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

/** A caller with a token. */
export interface Caller {
  /** Empty for a visitor and a team. */
  userId: string
  /** Makes a call. @returns the status of the response, whose body is discarded */
  statusOf(call: Endpoint, parts: RequestParts): Promise<number>
  /** Creates something and returns its id. */
  create(path: string, body: object): Promise<string>
  put(path: string, body?: object): Promise<void>
  /** Makes a link with which others can join a list, and returns its token. */
  invite(list: string): Promise<string>
  /** Uploads a picture and returns its id. */
  upload(): Promise<string>
}

/** @param token absent: a visitor */
export function createCaller(url: string, token?: string, userId = ''): Caller {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
  }

  async function expectSuccess(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await send(method, path, body)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  return {
    userId,
    async statusOf(call, { params = {}, query = {}, body }) {
      const search = new URLSearchParams(query).toString()
      const sent = call.fileField ? await pictureForm(call.fileField) : body
      const response = await send(call.method, pathOf(call, params) + (search && `?${search}`), sent)
      // Event streams never end.
      await response.body?.cancel()
      return response.status
    },
    async create(path, body) {
      const created = await expectSuccess('POST', path, body)
      return typeof created === 'string' ? created : (created as { id: string }).id
    },
    async put(path, body = {}) {
      await expectSuccess('PUT', path, body)
    },
    async invite(list) {
      const shared = await expectSuccess('POST', `/api/lists/${list}/invite`, { allows: 'join' })
      return (shared as Shortlist).invite?.token ?? ''
    },
    async upload() {
      const answer = (await expectSuccess('POST', '/api/photos', await pictureForm('file'))) as {
        url: string
      }
      return answer.url.replace('/api/photos/', '')
    },
  }
}

/** Signs in with an e-mail address. */
export async function signInCaller(url: string, email: string): Promise<Caller> {
  const response = await fetch(`${url}/api/auth/google`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential: await credentialOf(email) }),
  })
  const { accessToken, user } = (await response.json()) as Session
  return createCaller(url, accessToken, user.uid)
}
