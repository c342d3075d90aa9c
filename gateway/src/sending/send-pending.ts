import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding } from './choose-encoding'
import { sendStored } from './send-stored'
import { type StoredResponse, withHeaders } from './stored-response'

/** A response whose beginning is known before the rest of it. */
export interface PendingResponse {
  status: number
  headers: Record<string, string>
  /** What `whole` begins with. */
  opening: Buffer
  whole: Promise<StoredResponse>
}

/** What is whole by then is sent whole: compressed once for everybody, with a tag to ask by the next time. */
const PATIENCE_MS = 15

const COMPRESSORS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
  identity: () => new PassThrough(),
} satisfies Record<Encoding, () => PassThrough | ReturnType<typeof createGzip>>

/**
 * Sends the beginning while the rest is awaited, so that a browser asks for what the beginning names.
 * @param more flat list of names and values of headers for the one who asks
 */
export async function sendPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, more }: { pending: PendingResponse; more: string[] },
): Promise<void> {
  const { status, headers, opening, whole } = pending
  const hasBody = request.method === 'GET' && !request.headers['if-none-match']
  const ready = await (hasBody ? Promise.race([whole, delay(PATIENCE_MS, undefined)]) : whole)
  if (ready) return sendStored(request, reply, withHeaders(ready, more))
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const described = { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  reply.hijack()
  reply.raw.writeHead(status, [
    ...Object.entries(described).flat(),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...more,
    ...['x-request-id', request.id],
  ])
  const compressor = COMPRESSORS[encoding]()
  // Whoever leaves in the middle ends it.
  const sent = pipeline(compressor, reply.raw).catch(() => undefined)
  compressor.write(opening)
  if ('flush' in compressor) compressor.flush()
  const { body } = await whole
  compressor.end(body.subarray(opening.length))
  await sent
}
