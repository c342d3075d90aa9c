import { type Readable } from 'node:stream'
import { BUILD_HEADER } from '@offquad/contracts'
import { coalesce } from '@offquad/service-kit'
import { type Instance } from '../api/instance'
import { type LearnedApi, readServiceDocument } from './service-api'

interface Listeners {
  onLearned(learned: LearnedApi): void
  /** The instance runs other code than before. */
  onReplaced(): void
  /** The document is unusable; called once for each document. */
  onInvalid(reason: string): void
}

const TIMEOUT_MS = 2_000
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/**
 * Returns a function that fetches the OpenAPI document of an instance. Calls made while it is running share one further fetch.
 * An instance that is unavailable changes nothing.
 */
export function createApiPoller(
  instance: Instance,
  { onLearned, onReplaced, onInvalid }: Listeners,
): () => Promise<void> {
  let etag: string | undefined
  let lastLearned: LearnedApi | undefined
  let lastProblem: string | undefined

  async function fetchApi(): Promise<void> {
    const headers = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) }
    const response = await instance.poll('/openapi.json', headers, TIMEOUT_MS)
    const text = await readText(response.body)
    const build = response.headers[BUILD_HEADER]
    if (typeof build === 'string') {
      if (instance.build !== undefined && instance.build !== build) onReplaced()
      instance.build = build
    }
    if (response.statusCode === 304) {
      if (lastProblem && lastLearned) onLearned(lastLearned)
      lastProblem = undefined
      return
    }
    if (response.statusCode !== 200)
      throw new InvalidDocumentError(`/openapi.json has status ${response.statusCode}`)
    lastLearned = learnedFrom(text)
    const tag = response.headers.etag
    etag = typeof tag === 'string' ? tag : undefined
    lastProblem = undefined
    onLearned(lastLearned)
  }

  return coalesce(() =>
    fetchApi().catch((error: unknown) => {
      // Requests to the instance run into any other failure as well.
      if (!(error instanceof InvalidDocumentError) || error.message === lastProblem) return
      lastProblem = error.message
      onInvalid(error.message)
    }),
  )
}

class InvalidDocumentError extends Error {}

function learnedFrom(text: string): LearnedApi {
  try {
    return readServiceDocument(JSON.parse(text))
  } catch (error) {
    throw new InvalidDocumentError((error as Error).message)
  }
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_DOCUMENT_BYTES)
      throw new InvalidDocumentError(`/openapi.json is larger than ${MAX_DOCUMENT_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
