import { PassThrough, pipeline, type Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { type FastifyReply, type FastifyRequest } from 'fastify'
import {
  addHeaders,
  BROTLI_QUALITY,
  type Encoding,
  negotiateEncoding,
  REVALIDATED,
  sendStored,
  type StoredResponse,
} from './stored-response'

/** A response whose beginning is known before the rest. */
export interface PendingResponse {
  status: number
  headers: Record<string, string>
  /** The first bytes of `whole`. */
  opening: Buffer
  whole: Promise<StoredResponse>
}

/** A response that completes within this time is sent whole: compressed once for everyone, with an ETag. */
const FLUSH_AFTER_MS = 15

// Flush each part as soon as it is written.
const COMPRESSORS: Record<Encoding, () => Transform> = {
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
): Promise<FastifyReply> {
  const { status, headers, whole } = pending
  const hasBody = request.method === 'GET' && !request.headers['if-none-match']
  const ready = await (hasBody ? Promise.race([whole, delay(FLUSH_AFTER_MS, undefined)]) : whole)
  if (ready) return sendStored(request, reply, ready, more)
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  addHeaders(reply.headers({ ...headers, ...REVALIDATED }), more)
  const body = COMPRESSORS[encoding]()
  // It fails when the client disconnects.
  pipeline(partsOf(pending), body, () => undefined)
  return reply.code(status).send(body)
}

async function* partsOf({ opening, whole }: PendingResponse) {
  yield opening
  const { body } = await whole
  yield body.subarray(opening.length)
}
