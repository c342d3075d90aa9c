import { type PhotosRepository } from './photos.repository'
import { type ListReviewsByPhoto, photoPathOf } from './show-photo'

interface ClaimDeps {
  photos: Pick<PhotosRepository, 'claim'>
  listReviewsByPhoto: ListReviewsByPhoto
  now: () => Date
}

/**
 * Reserves photos for a review that is about to be stored with them. Returns false unless their author uploaded all of them and
 * nothing else uses, or ever used, one of them.
 */
export async function claimPhotos(
  { photos, listReviewsByPhoto, now }: ClaimDeps,
  photoIds: string[],
  { userId, reviewId }: { userId: string; reviewId: string },
): Promise<boolean> {
  const added: string[] = []
  for (const id of photoIds) {
    const reviews = await listReviewsByPhoto(photoPathOf(id))
    if (reviews.some((review) => review.id === reviewId)) continue
    if (reviews.length > 0) return false
    added.push(id)
  }
  return photos.claim(added, userId, now())
}
