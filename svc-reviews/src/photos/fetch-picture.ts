import { lookup as lookUpHost } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { PHOTO_MAX_BYTES } from '@offquad/contracts'
import { type FetchPolicy } from './fetch-policy'

/** A picture could not be fetched; the message is for administrators. */
export class PictureFetchError extends Error {
  override name = 'PictureFetchError'
  constructor(
    message: string,
    /** Whether another attempt would fail the same way. */
    readonly isFinal: boolean,
  ) {
    super(message)
  }
}

interface FetchOptions {
  policy: FetchPolicy
  /** Limit for all requests for one picture, including redirects. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MOST_REDIRECTS = 4
const REDIRECTS = [301, 302, 303, 307, 308]
/** Client errors that are temporary: timeouts, too early, too many requests. */
const PASSING = [408, 425, 429]
const MOST_HEADER_BYTES = 16 * 1024

const HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Offquad (fetches pictures that listings name)',
}

/**
 * Fetches a file from an untrusted server, under an untrusted URL. It connects only to IP addresses
 * that the policy allows. They are checked when the connection is made, so that a name cannot resolve to another address after
 * the check. Each redirect is checked by the same rules. Neither cookies, credentials nor a referrer are sent.
 * @throws PictureFetchError when no file of at most 10 MB arrives in time
 */
export async function fetchPicture(
  source: string,
  { policy, timeoutMs = TIMEOUT_MS }: FetchOptions,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await follow(source, policy, signal)
  } catch (error) {
    if (error instanceof PictureFetchError) throw error
    if (signal.aborted)
      throw new PictureFetchError(`Its server did not send it within ${timeoutMs / 1000} s.`, false)
    throw new PictureFetchError(`Its server cannot be reached (${codeOf(error)}).`, false)
  }
}

async function follow(source: string, policy: FetchPolicy, signal: AbortSignal): Promise<Buffer> {
  let url = permitted(source, policy)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await send(url, policy, signal)
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.includes(statusCode) || headers.location === undefined) return await readBody(response)
    response.destroy()
    url = permitted(headers.location, policy, url)
  }
  throw new PictureFetchError(`Its server redirects more than ${MOST_REDIRECTS} times.`, true)
}

function permitted(target: string, policy: FetchPolicy, base?: URL): URL {
  if (!URL.canParse(target, base))
    throw new PictureFetchError('Its server redirects to an invalid URL.', true)
  const url = new URL(target, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new PictureFetchError(`Its URL has an unsupported scheme (${url.protocol}).`, true)
  if (url.username || url.password)
    throw new PictureFetchError('Its URL contains a user name or a password.', true)
  if (!policy.allowsPort(url.port))
    throw new PictureFetchError(`Its server has an unusual port (${url.port}).`, true)
  // IP addresses in URLs are not looked up, so they are checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !policy.allowsAddress(host)) throw notPublic()
  return url
}

const notPublic = () => new PictureFetchError('Its server is not on the public internet.', true)

function send(url: URL, policy: FetchPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    request(url, {
      // A new connection: an open one would be reused without a lookup.
      agent: false,
      headers: HEADERS,
      lookup: permittedLookup(policy),
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

/** The connection uses the checked addresses. A name with any disallowed address is rejected. */
const permittedLookup =
  (policy: FetchPolicy): LookupFunction =>
  (hostname, options, callback) =>
    lookUpHost(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => policy.allowsAddress(address)))
        return callback(notPublic(), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const { statusCode = 0, headers } = response
  try {
    if (statusCode !== 200)
      throw new PictureFetchError(`Its server responded with ${statusCode}.`, isFinalStatus(statusCode))
    if (!['identity', undefined].includes(headers['content-encoding']))
      throw new PictureFetchError('Its server sends it with a content encoding.', true)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > PHOTO_MAX_BYTES)
        throw new PictureFetchError(`It has more than ${PHOTO_MAX_BYTES / 1024 ** 2} MB.`, true)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
  }
}

const isFinalStatus = (status: number): boolean => status < 500 && !PASSING.includes(status)

const codeOf = (error: unknown): string => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code ?? 'connection failed'
}

/**
 * Runs one task per host at a time in this process, with a pause after each. Different hosts do not wait for each other.
 */
export function createPaceByHost(pauseMs: number) {
  const turns = new Map<string, Promise<unknown>>()

  return async <T>(host: string, task: () => Promise<T>): Promise<T> => {
    const result = (turns.get(host) ?? Promise.resolve()).then(task)
    const turn = result
      .catch(() => undefined)
      .then(() => delay(pauseMs, undefined, { ref: false }))
      .finally(() => {
        if (turns.get(host) === turn) turns.delete(host)
      })
    turns.set(host, turn)
    return result
  }
}
