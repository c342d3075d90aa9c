import multipart from '@fastify/multipart'
import { getPhoto, getSizedPhoto, type PhotoSize, uploadPhoto as uploadPhotoCall } from '@offquad/contracts'
import { type Exchange, requireIdentity, route, UnavailableError } from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type PhotoFormat } from './photo-storage'
import { readUpload } from './read-upload'
import { bestFormat, loadPhoto, requireShown, type ShowDeps } from './show-photo'
import { type UploadDeps, uploadPhoto } from './upload-photo'

type PhotosDeps = ShowDeps & UploadDeps

// Each upload holds a file of at most 10 MB in memory.
const MAX_UPLOADS = 12

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
    const wanted = bestFormat(size, request.headers.accept)
    const tagOf = (format: PhotoFormat) => `"${id}-${size}${format === 'webp' ? '' : `-${format}`}"`
    const isKnown = request.headers['if-none-match']?.split(/\s*,\s*/).includes(tagOf(wanted)) ?? false
    const photo = isKnown
      ? { bytes: Buffer.alloc(0), format: wanted, isProvisional: false }
      : await loadPhoto(deps, { id, size, format: wanted })
    reply.code(isKnown ? 304 : 200).headers({
      'content-type': `image/${photo.format}`,
      etag: tagOf(photo.format),
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      'cache-control': photo.isProvisional ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
      // Older clients embed photos in pages of other origins.
      'cross-origin-resource-policy': 'cross-origin',
    })
    return photo.bytes
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
