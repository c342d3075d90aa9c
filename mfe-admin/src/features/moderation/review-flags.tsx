import './moderation.css'
import { lookUp, type ModeratedReview, type ReviewFlag } from '@offquad/contracts'
import { countText } from '@offquad/web-kit'

const FLAG_LABELS: Record<ReviewFlag['kind'], string> = {
  profanity: 'Language',
  email: 'E-mail address',
  phone: 'Phone number',
  'person-name': 'Name of a person',
  'same-text': 'Same text',
  'many-in-a-day': 'Many in a day',
}

const labelOf = ({ kind }: ReviewFlag): string => lookUp(FLAG_LABELS, kind) ?? kind

/** With a flag of the same text, which is counted when the review is read. */
export function flagsOf({ flags = [], sameTextAs = 0 }: ModeratedReview): ReviewFlag[] {
  return [
    // Earlier versions of the service stored it, too.
    ...flags.filter(({ kind }) => kind !== 'same-text'),
    ...(sameTextAs > 0 ? [{ kind: 'same-text' as const, count: sameTextAs }] : []),
  ]
}

/** Findings of automatic checks in a review, each kind once. */
export const flagLabels = (review: ModeratedReview): string[] => [...new Set(flagsOf(review).map(labelOf))]

/** Findings of automatic checks in a review, each with the passage. */
export function ReviewFlags({ review }: { review: ModeratedReview }) {
  const flags = flagsOf(review)
  if (flags.length === 0) return null
  return (
    <ul className="admin-flags offquad-cluster" aria-label="Flags">
      {flags.map((flag) => (
        <li key={`${flag.kind} ${flag.passage ?? ''}`} className="admin-flag offquad-tag">
          <strong>{labelOf(flag)}</strong> {flagDetail(flag)}
        </li>
      ))}
    </ul>
  )
}

function flagDetail({ kind, passage, count = 0 }: ReviewFlag): string {
  if (kind === 'same-text') return `as ${countText(count, 'other review')}`
  if (kind === 'many-in-a-day') return `${countText(count, 'review')} by this author`
  return passage ? `“${passage}”` : ''
}
