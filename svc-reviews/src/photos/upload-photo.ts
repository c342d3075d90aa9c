import { randomBytes } from 'node:crypto'
import { getPhoto, pathOf } from '@offquad/contracts'
import { encodePhoto } from './encode-photo'
import { PHOTO_SIZES, type PhotoStorage } from './photo-storage'
import { type PhotosRepository } from './photos.repository'

export interface UploadDeps {
  photos: Pick<PhotosRepository, 'insert'>
  storage: Pick<PhotoStorage, 'store'>
  now: () => Date
  /** Has a worker encode a photo as AVIF. */
  requestAvif: (photoId: string) => void
}

/**
 * Stores a photo and returns its URL. It is recorded before its files are stored, so that leftovers of a crash are found and
 * removed.
 */
export async function uploadPhoto(
  { photos, storage, now, requestAvif }: UploadDeps,
  file: Buffer,
  userId: string,
): Promise<string> {
  const encoded = await encodePhoto(file)
  const id = randomBytes(16).toString('hex')
  await photos.insert(id, userId, now())
  for (const size of PHOTO_SIZES) await storage.store(id, size, encoded[size])
  requestAvif(id)
  return pathOf(getPhoto, { id })
}
