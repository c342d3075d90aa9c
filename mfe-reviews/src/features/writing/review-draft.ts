import { type Review, type ReviewForm } from '@offquad/contracts'

/** What is typed so far; 0 and '' stand for nothing. */
export type Draft = Omit<ReviewForm, 'aptId' | 'landlordId'>

export const EMPTY_DRAFT: Draft = {
  overallRating: 0,
  detailedRatings: { location: 0, maintenance: 0, safety: 0, conditions: 0 },
  bedrooms: 0,
  price: 0,
  photos: [],
  reviewText: '',
}

export function draftOf({
  overallRating,
  detailedRatings,
  bedrooms,
  price,
  photos,
  reviewText,
}: Review): Draft {
  return { overallRating, detailedRatings, bedrooms, price, photos, reviewText }
}

// Nobody finds what somebody else typed on the same device.
const keyOf = (uid: string, subject: string) => `offquad/review-draft/${uid}/${subject}`

/**
 * What this user typed before and never sent: after a closed tab, an ended session. `subject` is what it is about:
 * 'apartment/7', 'review/1' for changing one.
 */
export function recallDraft(uid: string, subject: string): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(uid, subject)) ?? 'null') as Partial<Draft> | null
    return kept
      ? {
          ...EMPTY_DRAFT,
          ...kept,
          detailedRatings: { ...EMPTY_DRAFT.detailedRatings, ...kept.detailedRatings },
        }
      : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(uid: string, subject: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(uid, subject), JSON.stringify(draft))
  } catch {
    // Full, or forbidden: the form works, it only forgets.
  }
}

export function forgetDraft(uid: string, subject: string): void {
  try {
    localStorage.removeItem(keyOf(uid, subject))
  } catch {
    // Nothing was kept.
  }
}
