import multipart from '@fastify/multipart'
import {
  getPhoto,
  getSizedPhoto,
  PHOTO_AUDIENCE,
  type PhotoSize,
  uploadPhoto as uploadPhotoCall,
} from '@offquad/contracts'
import {
  type Caller,
  type Exchange,
  requireIdentity,
  route,
  subjectOf,
  UnavailableError,
} from '@offquad/service-kit'
import { type FastifyInstance } from 'fastify'
import { type PhotoFormat } from './photo-storage'
import { type PhotoAddresses } from './photo-addresses'
import { readUpload } from './read-upload'
import { bestFormat, loadPhoto, requireShown, type ShowDeps } from './show-photo'
import { type UploadDeps, uploadPhoto } from './upload-photo'

type PhotosDeps = ShowDeps & UploadDeps & { addresses: Pick<PhotoAddresses, 'isKeyOf'> }

// Each upload holds a file of at most 10 MB in memory.
const MAX_UPLOADS = 12

export function registerPhotos(app: FastifyInstance, deps: PhotosDeps): void {
  // A separate scope, so that no other call accepts multipart bodies.
  app.register(async (scope) => {
    await scope.register(multipart)
    registerUpload(scope, deps)
  })

  route(app, getPhoto, ({ params, query, caller }, exchange) =>
    show({ ...params, size: 'full', ...query, caller }, exchange),
  )
  route(app, getSizedPhoto, ({ params, query, caller }, exchange) =>
    show({ ...params, ...query, caller }, exchange),
  )

  async function show({ id, size, ...reader }: ShownPhoto, { request, reply }: Exchange) {
    const state = await requireShown(deps, id, (userId) => mayPreview({ id, userId, ...reader }, request))
    const wanted = bestFormat(size, request.headers.accept)
    const tagOf = (format: PhotoFormat) => `"${id}-${size}${format === 'webp' ? '' : `-${format}`}"`
    const isKnown = matches(request.headers['if-none-match'], tagOf(wanted))
    const photo = isKnown
      ? { bytes: Buffer.alloc(0), format: wanted }
      : await loadPhoto(deps, { id, size, format: wanted })
    reply.code(isKnown ? 304 : 200).headers({
      'content-type': `image/${photo.format}`,
      etag: tagOf(photo.format),
      vary: 'accept',
      'x-content-type-options': 'nosniff',
      // Caches revalidate every time, so that a deleted photo is gone from all of them at once.
      'cache-control': state === 'shown' ? 'public, no-cache' : 'private, no-store',
      // Older clients embed photos in pages of other origins.
      'cross-origin-resource-policy': 'cross-origin',
    })
    return photo.bytes
  }

  /** Allows the author, administrators, and bearers of a URL with a key from this service or svc-users. */
  async function mayPreview(
    { id, userId, key, caller: { identity } }: Omit<ShownPhoto, 'size'> & { userId: string },
    request: Exchange['request'],
  ): Promise<boolean> {
    if (identity && (identity.role === 'admin' || identity.userId === userId)) return true
    if (key === undefined) return false
    return deps.addresses.isKeyOf(id, key) || (await subjectOf(request, key, PHOTO_AUDIENCE)) === id
  }
}

interface ShownPhoto {
  id: string
  size: PhotoSize
  key?: string
  caller: Caller
}

/** Whether If-None-Match contains this tag, which caches may have weakened. */
const matches = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((entry) => ['*', tag].includes(entry.trim().replace(/^W\//, ''))) ?? false

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
