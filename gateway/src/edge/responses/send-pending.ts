import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding } from './choose-encoding'
import { sendStored } from './send-stored'
import { BROTLI_QUALITY, REVALIDATED, type StoredResponse, withHeaders } from './stored-response'

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

// Each part leaves as soon as it is written.
const COMPRESSORS: Record<Encoding, () => NodeJS.ReadWriteStream> = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
  identity: () => new PassThrough(),
}

/**
 * Sends the beginning while the rest is awaited, so that a browser asks for what the beginning names.
 * @param more flat list of names and values of headers for the one who asks
 */
export async function sendPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, more }: { pending: PendingResponse; more: string[] },
): Promise<void> {
  const { status, headers, whole } = pending
  const hasBody = request.method === 'GET' && !request.headers['if-none-match']
  const ready = await (hasBody ? Promise.race([whole, delay(PATIENCE_MS, undefined)]) : whole)
  if (ready) return sendStored(request, reply, withHeaders(ready, more))
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  reply.hijack()
  reply.raw.writeHead(status, [
    ...Object.entries({ ...headers, ...REVALIDATED }).flat(),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...more,
    ...['x-request-id', request.id],
  ])
  // Whoever leaves in the middle ends it.
  await pipeline(partsOf(pending), COMPRESSORS[encoding](), reply.raw).catch(() => undefined)
}

async function* partsOf({ opening, whole }: PendingResponse) {
  yield opening
  yield (await whole).body.subarray(opening.length)
}
