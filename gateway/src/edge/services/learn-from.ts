import { type Readable } from 'node:stream'
import { type Instance } from '../api/instance'
import { type LearnedApi, readServiceDocument } from './service-api'

interface Listeners {
  onLearned(learned: LearnedApi): void
  /** The document cannot be used; called once for each document. */
  onRefused(reason: string): void
}

const PATIENCE_MS = 2_000
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/**
 * Looks at the OpenAPI document of an instance each time it is called; those who call meanwhile share one more look. An
 * instance that is away changes nothing.
 */
export function learnFrom(instance: Instance, { onLearned, onRefused }: Listeners): () => Promise<void> {
  let etag: string | undefined
  let lastLearned: LearnedApi | undefined
  let lastRefusal: string | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function look(): Promise<void> {
    const headers = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) }
    const response = await instance.look('/openapi.json', headers, PATIENCE_MS)
    const text = await readText(response.body)
    if (response.statusCode === 304) {
      if (lastRefusal && lastLearned) onLearned(lastLearned)
      lastRefusal = undefined
      return
    }
    if (response.statusCode !== 200) throw new RefusedError(`/openapi.json answers ${response.statusCode}`)
    lastLearned = learnedFrom(text)
    const tag = response.headers.etag
    etag = typeof tag === 'string' ? tag : undefined
    lastRefusal = undefined
    onLearned(lastLearned)
  }

  async function lookAndReport(): Promise<void> {
    do {
      isAskedAgain = false
      await look().catch((error: unknown) => {
        // Whatever else is wrong is what requests find, too.
        if (!(error instanceof RefusedError) || error.message === lastRefusal) return
        lastRefusal = error.message
        onRefused(error.message)
      })
    } while (isAskedAgain)
  }

  return () => {
    isAskedAgain = running !== undefined
    running ??= lookAndReport().finally(() => (running = undefined))
    return running
  }
}

class RefusedError extends Error {}

function learnedFrom(text: string): LearnedApi {
  try {
    return readServiceDocument(JSON.parse(text))
  } catch (error) {
    throw new RefusedError((error as Error).message)
  }
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_DOCUMENT_BYTES)
      throw new RefusedError(`/openapi.json is larger than ${MAX_DOCUMENT_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
