import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import {
  negotiateEncoding,
  type Encoding,
  BROTLI_QUALITY,
  REVALIDATED,
  type SendableResponse,
  sendStored,
} from './stored-response'

/** A response whose beginning is known before the rest. */
export interface PendingResponse {
  status: number
  headers: Record<string, string>
  /** The first bytes of `whole`. */
  opening: Buffer
  whole: Promise<SendableResponse>
}

/** A response that completes within this time is sent whole: compressed once for everyone, with an ETag. */
const FLUSH_AFTER_MS = 15

// Flush each part as soon as it is written.
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
 * Flushes the opening while the rest is awaited, so that browsers preload the files it names.
 * @param more flat list of names and values of headers for this request
 */
export async function sendPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, more }: { pending: PendingResponse; more: string[] },
): Promise<void> {
  const { status, headers, whole } = pending
  const hasBody = request.method === 'GET' && !request.headers['if-none-match']
  const ready = await (hasBody ? Promise.race([whole, delay(FLUSH_AFTER_MS, undefined)]) : whole)
  if (ready) return sendStored(request, reply, ready, more)
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  reply.hijack()
  reply.raw.writeHead(status, [
    ...Object.entries({ ...headers, ...REVALIDATED }).flat(),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...more,
    'x-request-id',
    request.id,
  ])
  // It fails when the client disconnects.
  await pipeline(partsOf(pending), COMPRESSORS[encoding](), reply.raw).catch(() => undefined)
}

async function* partsOf({ opening, whole }: PendingResponse) {
  yield opening
  const { body } = await (await whole).variant('identity')
  yield body.subarray(opening.length)
}
