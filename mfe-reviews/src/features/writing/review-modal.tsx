import './writing.css'
import {
  countReviewCharacters,
  MAX_BEDROOMS,
  MAX_REVIEW_CHARACTERS,
  MAX_REVIEW_PHOTOS,
  MIN_REVIEW_CHARACTERS,
  PHOTO_MAX_BYTES,
  RATED_ASPECTS,
  type ReviewForm,
} from '@offquad/contracts'
import { Button, ChoiceRow, Dialog, PictureField, RatingInput, TextField } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { useId } from 'react'
import { type Draft, previewOf } from './review-draft'
import { useReviewDraft } from './use-review-draft'
import { useReviewSubmission } from './use-review-submission'

interface ReviewModalProps {
  title: string
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
  /** What is reviewed: 'Gull House'. Absent when a review is changed. */
  name?: string
  /** What it begins with when nothing was filled in before. */
  blank: Draft
  /** Who writes, and what about; under these what is filled in is kept. */
  uid: string
  subject: string
  /** Absent for a new one. */
  reviewId?: string
  onClose: () => void
}

/** Writing or changing a review, over the page. */
export function ReviewModal({ title, uid, subject, blank, ...form }: ReviewModalProps) {
  const kept = useReviewDraft(uid, subject, blank)
  return (
    <Dialog title={title} isOpen onClose={form.onClose} width={720}>
      {kept.draft && (
        <ReviewFields
          {...form}
          subject={subject}
          draft={kept.draft}
          change={kept.change}
          isWaiting={kept.isWaiting}
          forget={kept.forget}
        />
      )}
    </Dialog>
  )
}

const ASPECT_LABELS: Record<(typeof RATED_ASPECTS)[number], string> = {
  location: 'Location',
  maintenance: 'Maintenance',
  safety: 'Safety',
  conditions: 'Conditions',
}

const BEDROOMS = Array.from({ length: MAX_BEDROOMS }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}))

interface ReviewFieldsProps extends Omit<ReviewModalProps, 'title' | 'uid' | 'blank'> {
  draft: Draft
  change: (part: Partial<Draft>) => void
  isWaiting: boolean
  forget: () => Promise<void>
}

function ReviewFields({
  draft,
  change,
  isWaiting,
  forget,
  place,
  name,
  subject,
  reviewId,
  onClose,
}: ReviewFieldsProps) {
  const aspectsError = useId()
  const { ref, errorOf, progress, refused, submit } = useReviewSubmission({
    draft,
    place,
    name,
    subject,
    reviewId,
    onDone(outcome) {
      if (outcome === 'sent') void forget()
      onClose()
    },
  })
  const missingAspects = errorOf('detailedRatings')
  return (
    <form
      ref={ref}
      noValidate
      className="reviews-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="reviews-form-note">
        Anonymous, and read by an administrator first. What you fill in is kept on this device until you send
        it. Fields with a star are required.
      </p>
      {isWaiting && (
        <p className="reviews-form-waiting" role="status">
          This review waits for the connection. Submit it again to send what it says now.
        </p>
      )}
      <RatingInput
        label="Overall"
        value={draft.overallRating}
        isRequired
        isLarge
        error={errorOf('overallRating')}
        onChange={(overallRating) => change({ overallRating })}
      />
      <div
        role="group"
        aria-label="In detail"
        aria-describedby={missingAspects === undefined ? undefined : aspectsError}
      >
        <div className="reviews-form-aspects">
          {RATED_ASPECTS.map((aspect) => (
            <RatingInput
              key={aspect}
              label={ASPECT_LABELS[aspect]}
              value={draft.detailedRatings[aspect]}
              isRequired
              isInvalid={missingAspects !== undefined && draft.detailedRatings[aspect] === 0}
              onChange={(rating) =>
                change({ detailedRatings: { ...draft.detailedRatings, [aspect]: rating } })
              }
            />
          ))}
        </div>
        {missingAspects !== undefined && (
          <p id={aspectsError} className="reviews-form-error">
            {missingAspects}
          </p>
        )}
      </div>
      <ChoiceRow
        label="Bedrooms"
        value={draft.bedrooms || undefined}
        options={BEDROOMS}
        isRequired
        error={errorOf('bedrooms')}
        onChange={(bedrooms) => change({ bedrooms })}
      />
      <ChoiceRow
        label="Rent of one person"
        value={draft.price || undefined}
        options={university().priceBrackets.map((label, index) => ({ value: index + 1, label }))}
        isRequired
        error={errorOf('price')}
        onChange={(price) => change({ price })}
      />
      <TextField
        label="Your review"
        value={draft.reviewText}
        rows={7}
        isRequired
        error={errorOf('reviewText')}
        hint={`What should the next tenant know? At least ${MIN_REVIEW_CHARACTERS} characters.`}
        count={{ of: countReviewCharacters(draft.reviewText), most: MAX_REVIEW_CHARACTERS }}
        onChange={(reviewText) => change({ reviewText })}
      />
      <PictureField
        label="Pictures"
        pictures={draft.pictures}
        max={MAX_REVIEW_PHOTOS}
        maxBytes={PHOTO_MAX_BYTES}
        error={errorOf('photos')}
        wrong={refused}
        previewOf={previewOf}
        onChange={(pictures) => change({ pictures })}
      />
      <div className="reviews-form-end">
        <Button type="primary" htmlType="submit" size="large" disabled={progress !== undefined}>
          {progress ?? 'Submit'}
        </Button>
      </div>
    </form>
  )
}
