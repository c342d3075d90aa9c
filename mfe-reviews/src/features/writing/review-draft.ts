import { type Review, type ReviewForm } from '@offquad/contracts'
import { type Picture } from '@offquad/ui'
import {
  deleteDraft,
  type Draft as StoredDraft,
  isQueued as isCallQueued,
  readDraft,
  saveDraftFields,
  saveDraftPictures,
} from '@offquad/web-kit'
import { useEffect, useState } from 'react'

/** The fields of the form; 0 and '' stand for empty ones. */
export interface ReviewDraft extends Omit<ReviewForm, 'aptId' | 'landlordId' | 'photos'> {
  /** In display order; those of a review that is being edited are already uploaded. */
  pictures: Picture[]
}

export const EMPTY_DRAFT: ReviewDraft = {
  overallRating: 0,
  detailedRatings: {
    location: 0,
    maintenance: 0,
    safety: 0,
    conditions: 0,
  },
  bedrooms: 0,
  price: 0,
  reviewText: '',
  pictures: [],
}

export const draftOf = (review: Review): ReviewDraft => ({
  overallRating: review.overallRating,
  detailedRatings: review.detailedRatings,
  bedrooms: review.bedrooms,
  price: review.price,
  reviewText: review.reviewText,
  pictures: review.photos,
})

/** The storage key of a user's draft about a subject: 'apartment/7', or 'review/1' when editing. */
export const draftKeyOf = (uid: string, draftSubject: string): string => `review-draft/${uid}/${draftSubject}`

/** The stored draft over the initial fields: an older version of the form may have stored fewer of them. */
function restoreDraft(initial: ReviewDraft, stored: StoredDraft | undefined): ReviewDraft {
  if (!stored) return initial
  const { photos, detailedRatings, ...fields } = stored.fields as Partial<ReviewForm>
  return {
    ...initial,
    ...fields,
    detailedRatings: { ...initial.detailedRatings, ...detailedRatings },
    pictures: stored.pictures ?? photos ?? initial.pictures,
  }
}

interface SavedDraft {
  /** undefined until the stored draft is read. */
  draft: ReviewDraft | undefined
  change: (part: Partial<ReviewDraft>) => void
  /** It was submitted offline and is waiting to be sent. */
  isQueued: boolean
  discard: () => Promise<void>
}

/** A user's draft about a subject, saved on this device with its pictures until it is sent. */
export function useReviewDraft(uid: string, draftSubject: string, initial: ReviewDraft): SavedDraft {
  const key = draftKeyOf(uid, draftSubject)
  const [draft, setDraft] = useState<ReviewDraft>()
  const [isQueued, setIsQueued] = useState(false)
  const [firstInitial] = useState(initial)

  useEffect(() => {
    let isCurrent = true
    void Promise.all([readDraft(key), isCallQueued(uid, draftSubject)]).then(([stored, queued]) => {
      if (!isCurrent) return
      setDraft(restoreDraft(firstInitial, stored))
      setIsQueued(queued)
    })
    return () => {
      isCurrent = false
    }
  }, [key, uid, draftSubject, firstInitial])

  function change(part: Partial<ReviewDraft>): void {
    if (!draft) return
    const next = { ...draft, ...part }
    const { pictures, ...fields } = next
    setDraft(next)
    saveDraftFields(key, fields)
    if (part.pictures) void saveDraftPictures(key, pictures)
  }

  return { draft, change, isQueued, discard: () => deleteDraft(key) }
}
