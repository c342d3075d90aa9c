import { type encodePhotoAsAvif as job, type PayloadOf } from '@offquad/contracts'
import { type Repositories } from '../repositories'
import { encodeAvif } from './encode-photo'
import { AVIF_SIZES, type PhotoStorage } from './photo-storage'

interface EncodeDeps extends Pick<Repositories, 'photos'> {
  storage: PhotoStorage
}

/** Adds what a photo lacks in AVIF. Run twice, it changes nothing. */
export async function encodePhotoAsAvif(
  { photos, storage }: EncodeDeps,
  { photoId }: PayloadOf<typeof job>,
): Promise<void> {
  const full = await storage.load(photoId, 'full')
  // Removed since, or its files are still being stored: whoever asks for it then requests this again.
  if (!full || !(await photos.find(photoId))) return
  for (const size of AVIF_SIZES)
    if (!(await storage.load(photoId, size, 'avif')))
      await storage.store(photoId, size, await encodeAvif(full, size), 'avif')
  // Removed meanwhile: its files are gone except for those that were stored just now.
  if (!(await photos.find(photoId))) await storage.remove(photoId)
}
