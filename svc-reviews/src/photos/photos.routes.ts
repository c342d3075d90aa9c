import multipart from '@fastify/multipart'
import { getPhoto, getSizedPhoto, type PhotoSize, uploadPhoto as uploadPhotoCall } from '@offquad/contracts'
import { type Exchange, requireIdentity, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { readUpload } from './read-upload'
import { loadPhoto, requireShown, type ShowDeps } from './show-photo'
import { type UploadDeps, uploadPhoto } from './upload-photo'

type PhotosDeps = ShowDeps & UploadDeps

// Each upload holds a file of at most 10 MB in memory.
const MAX_UPLOADS = 24

export function registerPhotos(app: FastifyInstance, deps: PhotosDeps): void {
  // In a separate scope: no other call accepts multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart)
    registerUpload(scope, deps)
  })

  route(app, getPhoto, ({ params }, exchange) => show({ ...params, size: 'full' }, exchange))
  route(app, getSizedPhoto, ({ params }, exchange) => show(params, exchange))

  async function show({ id, size }: { id: string; size: PhotoSize }, { request, reply }: Exchange) {
    await requireShown(deps, id)
    const tag = `"${id}-${size}"`
    const isKnown = request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag) ?? false
    const bytes = isKnown ? Buffer.alloc(0) : await loadPhoto(deps, id, size)
    reply.code(isKnown ? 304 : 200).headers({
      'content-type': getPhoto.replyType,
      etag: tag,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      // Older clients embed photos in pages of other origins.
      'cross-origin-resource-policy': 'cross-origin',
    })
    return bytes
  }
}

function registerUpload(app: FastifyInstance, deps: PhotosDeps): void {
  let running = 0

  route(app, uploadPhotoCall, async ({ caller, log }, { request }) => {
    const { userId } = requireIdentity(caller)
    if (running >= MAX_UPLOADS)
      throw new UnavailableError('photos-busy', 'Many photos are being uploaded right now. Please try again.')
    running += 1
    try {
      const url = await uploadPhoto(deps, await readUpload(request), userId)
      log.info({ url }, 'photo uploaded')
      return { url }
    } finally {
      running -= 1
    }
  })
}
