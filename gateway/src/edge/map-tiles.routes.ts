import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { MAP_TILES_PATH } from '@offquad/contracts'
import send from '@fastify/send'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { type GatewayConfig } from '../config'
import { matchesTag } from './responses/stored-response'

const CONTENT_TYPE = 'application/vnd.pmtiles'
// Clients start over when they notice a new entity tag; until then they may use cached tiles.
const CACHE_CONTROL = 'public, max-age=86400'

const OUT_OF_RANGE = 416

interface MapTilesOptions {
  /** MAP_PMTILES. Browsers read the URL of another site directly. */
  file?: string
}

/** The settings without MAP_PMTILES, where that is no PMTiles file with vector tiles: pages then show their plan. */
export async function withoutUnusableMap<C extends Pick<GatewayConfig, 'MAP_PMTILES'>>(
  config: C,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<C> {
  const { MAP_PMTILES: file, ...others } = config
  if (!file || isAddress(file)) return config
  try {
    await throwUnlessUsable(path.resolve(file))
    return config
  } catch (err) {
    log.error({ file, err }, 'MAP_PMTILES cannot be used: maps have no streets of it')
    return others as C
  }
}

/** Whether MAP_PMTILES is the URL of a file on another site. */
export const isAddress = (file: string): boolean => file.startsWith('https://')

/** Serves a PMTiles file with vector tiles, which browsers read by range requests (github.com/protomaps/PMTiles, spec v3). */
export async function serveMapTiles(app: FastifyInstance, { file }: MapTilesOptions): Promise<void> {
  if (!file || isAddress(file)) {
    app.get(MAP_TILES_PATH, { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
    return
  }
  const absolute = path.resolve(file)
  app.get(MAP_TILES_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { size, mtimeMs } = await stat(absolute)
    // A strong entity tag: with a weak one, browsers would not read ranges.
    const tag = `"${size.toString(36)}-${mtimeMs.toString(36)}"`
    reply.headers({ 'cache-control': CACHE_CONTROL, etag: tag })
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const response = await send(withRange(request, tag), path.basename(absolute), {
      root: path.dirname(absolute),
      acceptRanges: true,
      etag: false,
      lastModified: false,
      cacheControl: false,
      dotfiles: 'allow',
    })
    if (response.type !== 'file' && response.statusCode !== OUT_OF_RANGE) return reply.callNotFound()
    const { headers, statusCode, stream } = response
    reply.code(statusCode)
    if (headers['Content-Range'] !== undefined) reply.header('content-range', headers['Content-Range'])
    if (statusCode === OUT_OF_RANGE) return reply.send()
    reply.headers({ 'accept-ranges': 'bytes', 'content-length': headers['Content-Length'] })
    return reply.type(CONTENT_TYPE).send(stream)
  })
}

const MAGIC = 'PMTiles'
const VERSION = 3
const VECTOR_TILES = 1
const HEADER_BYTES = 127

async function throwUnlessUsable(file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { buffer: start } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    if (start.toString('latin1', 0, MAGIC.length) !== MAGIC || start[MAGIC.length] !== VERSION)
      throw new Error(`it is not a PMTiles file of version ${VERSION}`)
    if (start[99] !== VECTOR_TILES) throw new Error('its tiles are not vector tiles')
  } finally {
    await handle.close()
  }
}

/** Honors a range only while the file has the tag in `If-Range`; @fastify/send does not know our tag. */
function withRange({ raw }: FastifyRequest, tag: string): FastifyRequest['raw'] {
  const ifRange = raw.headers['if-range']
  delete raw.headers['if-range']
  if (ifRange !== undefined && ifRange !== tag) delete raw.headers.range
  return raw
}
