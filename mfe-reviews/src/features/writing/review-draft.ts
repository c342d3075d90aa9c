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

const PREFIX = 'offquad/review-draft/'

/** What was typed about this place before and never sent: after a closed tab, an ended session. */
export function recallDraft(place: string): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + place) ?? 'null') as Partial<Draft> | null
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

export function keepDraft(place: string, draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + place, JSON.stringify(draft))
  } catch {
    // Full, or forbidden: the form works, it only forgets.
  }
}

export function forgetDraft(place: string): void {
  try {
    localStorage.removeItem(PREFIX + place)
  } catch {
    // Nothing was kept.
  }
}
