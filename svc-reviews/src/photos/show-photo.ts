import { getPhoto, pathOf, type PhotoSize, type ReviewStatus } from '@offquad/contracts'
import { NotFoundError } from '@offquad/service-kit'
import { type PhotoStorage } from './photo-storage'
import { type Photo, type PhotosRepository } from './photos.repository'

/** The statuses of the reviews that show a photo, given its URL. */
export type ListStatusesByPhoto = (url: string) => Promise<ReviewStatus[]>

export interface ShowDeps {
  photos: Pick<PhotosRepository, 'find'>
  storage: Pick<PhotoStorage, 'load'>
  listStatusesByPhoto: ListStatusesByPhoto
}

export const addressOf = (id: string): string => pathOf(getPhoto, { id })

const noSuchPhoto = () => new NotFoundError('photo-not-found', 'There is no such photo.')

/**
 * A photo is public to everyone who has its URL, until everything it belongs to is deleted.
 * @throws NotFoundError when it does not exist or may not be shown
 */
export async function requireShown({ photos, listStatusesByPhoto }: ShowDeps, id: string): Promise<void> {
  const photo = await photos.find(id)
  if (!photo || !isShown(photo, await listStatusesByPhoto(addressOf(id)))) throw noSuchPhoto()
}

function isShown({ owners, formerOwners }: Photo, statuses: ReviewStatus[]): boolean {
  if (owners.length > 0 || statuses.some((status) => status !== 'DELETED')) return true
  // Authors see their uploads while they write.
  return statuses.length === 0 && formerOwners.length === 0
}

/** @throws NotFoundError when its files were deleted */
export async function loadPhoto({ storage }: ShowDeps, id: string, size: PhotoSize): Promise<Buffer> {
  const bytes = await storage.load(id, size)
  if (!bytes) throw noSuchPhoto()
  return bytes
}
