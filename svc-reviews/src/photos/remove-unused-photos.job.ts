import { type Repositories } from '../repositories'
import { type PhotoStorage } from './photo-storage'
import { type Photo } from './photos.repository'
import { photoPathOf } from './show-photo'

interface RemovalDeps extends Pick<Repositories, 'photos' | 'reviews'> {
  storage: Pick<PhotoStorage, 'remove'>
  now: () => Date
}

const PHOTOS_AT_ONCE = 100
// Interval for photos in use. After their review is deleted they are not shown, so the files may be deleted later.
const LOOK_AGAIN_MS = 7 * 86_400_000

/**
 * Removes photos that have been unused for a day, and photos of deleted reviews. First marks the photo, so that it can no
 * longer be used, then deletes its files, then its document: the next run completes an interrupted removal.
 */
export async function removeUnusedPhotos(deps: RemovalDeps): Promise<void> {
  const now = deps.now()
  const due = await deps.photos.listDue(now, PHOTOS_AT_ONCE)
  for (const photo of due) await removeUnlessUsed(deps, photo, now)
  if (due.length === PHOTOS_AT_ONCE) await removeUnusedPhotos(deps)
}

async function removeUnlessUsed(deps: RemovalDeps, photo: Photo, now: Date): Promise<void> {
  const { photos, storage, reviews } = deps
  const showing = await reviews.listByPhoto(photoPathOf(photo.id))
  if (showing.some(({ status }) => status !== 'DELETED'))
    return photos.checkAgainAt(photo, new Date(now.getTime() + LOOK_AGAIN_MS))
  if (!(await photos.markRemoved(photo))) return
  await storage.remove(photo.id)
  await photos.forget(photo.id)
}
