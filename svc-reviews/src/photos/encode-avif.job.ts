import { type encodePhotoAsAvif as job, type PayloadOf } from '@offquad/contracts'
import { type Repositories } from '../repositories'
import { encodeAvif } from './encode-photo'
import { AVIF_SIZES, type PhotoStorage } from './photo-storage'

interface EncodeDeps extends Pick<Repositories, 'photos'> {
  storage: PhotoStorage
}

/** Encodes the missing AVIF sizes of a photo. Idempotent. */
export async function encodePhotoAsAvif(
  { photos, storage }: EncodeDeps,
  { photoId }: PayloadOf<typeof job>,
): Promise<void> {
  const full = await storage.load(photoId, 'full')
  // The photo was removed, or its files are still being stored: the next reader requests the encoding again.
  if (!full || !(await photos.find(photoId))) return
  for (const size of AVIF_SIZES)
    if (!(await storage.load(photoId, size, 'avif')))
      await storage.store(photoId, size, await encodeAvif(full, size), 'avif')
  // Removed meanwhile: only the files that were just stored are left.
  if (!(await photos.find(photoId))) await storage.remove(photoId)
}
