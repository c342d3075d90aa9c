import { randomBytes } from 'node:crypto'
import { type Repositories } from '../repositories'
import { encodePhoto } from './encode-photo'
import { type PhotoAddresses } from './photo-addresses'
import { PHOTO_SIZES, type PhotoStorage } from './photo-storage'
import { photoPathOf } from './show-photo'

export interface UploadDeps extends Pick<Repositories, 'photos'> {
  storage: Pick<PhotoStorage, 'store'>
  addresses: Pick<PhotoAddresses, 'addressOf'>
  now: () => Date
  /** Requests a worker to encode a photo as AVIF. */
  requestAvif: (photoId: string) => void
}

/**
 * Stores a photo and returns its URL. It is recorded before its files are stored, so that leftovers of a crash are found and
 * removed.
 */
export async function uploadPhoto(
  { photos, storage, addresses, now, requestAvif }: UploadDeps,
  file: Buffer,
  userId: string,
): Promise<string> {
  const encoded = await encodePhoto(file)
  const id = randomBytes(16).toString('hex')
  await photos.insert(id, userId, now())
  for (const size of PHOTO_SIZES) await storage.store(id, size, encoded[size])
  requestAvif(id)
  return addresses.addressOf(photoPathOf(id))
}
