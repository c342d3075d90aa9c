import { type PhotoStorage } from './photo-storage'
import { type Photo, type PhotosRepository } from './photos.repository'
import { addressOf, type ListStatusesByPhoto } from './show-photo'

interface RemovalDeps {
  photos: Pick<PhotosRepository, 'listDue' | 'checkAgainAt' | 'markRemoved' | 'forget'>
  storage: Pick<PhotoStorage, 'remove'>
  listStatusesByPhoto: ListStatusesByPhoto
}

const PHOTOS_AT_ONCE = 100
// Of a used photo: it is not shown any more as soon as its review is deleted, its files may go a little later.
const LOOK_AGAIN_MS = 7 * 86_400_000

/**
 * Removes photos nothing has used for a day, and those of deleted reviews. First it is made sure that nobody can use
 * the photo any more, then its files go, then what is known about it: a crash in between is finished the next time.
 */
export async function removeUnusedPhotos(deps: RemovalDeps, now = new Date()): Promise<void> {
  const due = await deps.photos.listDue(now, PHOTOS_AT_ONCE)
  for (const photo of due) await removeUnlessUsed(deps, photo, now)
  if (due.length === PHOTOS_AT_ONCE) await removeUnusedPhotos(deps, now)
}

async function removeUnlessUsed(deps: RemovalDeps, photo: Photo, now: Date): Promise<void> {
  const { photos, storage, listStatusesByPhoto } = deps
  const statuses = await listStatusesByPhoto(addressOf(photo.id))
  if (statuses.some((status) => status !== 'DELETED'))
    return photos.checkAgainAt(photo, new Date(now.getTime() + LOOK_AGAIN_MS))
  if (!(await photos.markRemoved(photo))) return
  await storage.remove(photo.id)
  await photos.forget(photo.id)
}
