import './reviews.css'
import { type ModeratedReview, type ReviewFlag } from '@offquad/contracts'
import { countText } from '@offquad/web-kit'

const LABELS: Record<ReviewFlag['kind'], string> = {
  profanity: 'Language',
  email: 'E-mail address',
  phone: 'Phone number',
  'person-name': 'Name of a person',
  'same-text': 'Same text',
  'many-in-a-day': 'Many in a day',
}

/** What the worker found in a review, each with the passage that it is about. */
export function ReviewFlags({ review: { flags = [], sameTextAs } }: { review: ModeratedReview }) {
  // The number of reviews with the same text is counted anew for each page, that of the flag once.
  const sameText = sameTextAs ?? flags.find(({ kind }) => kind === 'same-text')?.count ?? 0
  const shown: ReviewFlag[] = [
    ...flags.filter(({ kind }) => kind !== 'same-text'),
    ...(sameText > 0 ? [{ kind: 'same-text' as const, count: sameText }] : []),
  ]
  if (shown.length === 0) return null
  return (
    <ul className="admin-flags" aria-label="Flags">
      {shown.map((flag) => (
        <li key={`${flag.kind} ${flag.passage ?? ''}`}>
          <strong>{LABELS[flag.kind]}</strong> {detailOf(flag)}
        </li>
      ))}
    </ul>
  )
}

function detailOf({ kind, passage, count = 0 }: ReviewFlag): string {
  if (kind === 'same-text') return `as ${countText(count, 'other review')}`
  if (kind === 'many-in-a-day') return `${countText(count, 'review')} by this author`
  return passage ? `“${passage}”` : ''
}

const STATUSES = ['approved', 'pending', 'reported', 'declined', 'deleted'] as const

/** How many other reviews the author wrote, never who that is. */
export function AuthorReviews({ counts }: { counts: ModeratedReview['authorReviews'] }) {
  if (!counts) return null
  const parts = STATUSES.filter((status) => counts[status] > 0).map((status) => `${counts[status]} ${status}`)
  return (
    <p className="admin-soft">
      {parts.length === 0
        ? 'No other reviews by this author'
        : `Other reviews by this author: ${parts.join(', ')}`}
    </p>
  )
}
