import './writing.css'
import {
  countSeen,
  MAX_BEDROOMS,
  MAX_REVIEW_CHARACTERS,
  MAX_REVIEW_PHOTOS,
  MIN_REVIEW_CHARACTERS,
  MONTHS,
  type NewReviewForm,
  PHOTO_MAX_BYTES,
  photoUrl,
  ASPECT_LABELS,
  RATED_ASPECTS,
  type Review,
} from '@offquad/contracts'
import { Button, Choice, ChoiceRow, PictureField, RatingInput, TextField } from '@offquad/ui'
import { DraftNote, university } from '@offquad/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useId } from 'react'
import { AnonymousNote } from '../../components/anonymous-note'
import { refreshReviews } from '../../queries/review-queries'
import { FormStep, useFormSteps } from './form-steps'
import { type ReviewDraft, useReviewDraft, useReviewSubmission } from './review-submission'
import { started, Starters, withoutBareStarters } from './starters'

/** The subject of a review; `aptId` is null for a review of a landlord or of a suggested apartment. */
export type SubjectIds = Pick<NewReviewForm, 'aptId' | 'landlordId' | 'suggestionId'>

export interface ReviewFormProps {
  subject: SubjectIds
  /** The name of the subject: 'Gull House'. Absent when editing. */
  name?: string
  /** The author's own copy of the review that is edited; absent for a new one. */
  review?: Review
  /** The draft is saved per author and `draftSubject`: 'apartment/7', or 'review/1' when editing. */
  uid: string
  draftSubject: string
  onSent?: (() => void) | undefined
  onClose: () => void
}

/** The form in which a review is written or edited. */
export function ReviewForm({ draftSubject, ...form }: ReviewFormProps) {
  const { uid, review, onClose } = form
  const client = useQueryClient()
  const draft = useReviewDraft({
    uid,
    subject: draftSubject,
    review,
    onGone() {
      onClose()
      // Another tab may have sent the review, which then awaits approval here, too.
      void refreshReviews(client)
    },
  })
  if (draft.isOutdated)
    return (
      <div className="offquad-confirm">
        <p>This review has changed since you began to edit it here. What you typed then is still there.</p>
        <Button onClick={draft.discard}>Discard it</Button>
        <Button type="primary" onClick={draft.adopt}>
          Continue with it
        </Button>
      </div>
    )
  return draft.pictures && <ReviewFields {...form} draft={draft} />
}

/** The steps of the form on a phone. */
const STEPS = [
  { name: 'Rate it', fields: ['overallRating', 'detailedRatings'] },
  { name: 'Your home', fields: ['bedrooms', 'price'] },
  { name: 'Tell the next tenant', fields: ['reviewText', 'photos', 'signedMonth'] },
]

const BEDROOMS = Array.from({ length: MAX_BEDROOMS }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}))

const MONTH_CHOICES = ['Not said', ...MONTHS].map((label, month) => ({ value: String(month), label }))

interface ReviewFieldsProps extends Omit<ReviewFormProps, 'draftSubject'> {
  draft: ReviewDraft
}

function ReviewFields({ draft, uid, subject, name, review, onSent, onClose }: ReviewFieldsProps) {
  const aspectsError = useId()
  const { fields, change } = draft
  const { formProps, errorOf, check, progress, refused } = useReviewSubmission({
    draft,
    uid,
    subject,
    name,
    review,
    onDone() {
      onClose()
      onSent?.()
    },
  })
  const missingAspects = errorOf('detailedRatings')
  const steps = useFormSteps(STEPS, { errorOf, check })
  const missing = missingIn(fields)
  return (
    <form {...formProps} {...steps.formProps(formProps.onSubmit)} className="reviews-form offquad-stack">
      <AnonymousNote> *&nbsp;Required</AnonymousNote>
      {subject.suggestionId && (
        <p className="offquad-notice">This place is being added. Your review can appear once it is listed.</p>
      )}
      {draft.isQueued && (
        <p className="offquad-notice" role="status">
          This review will be sent when you are back online. Submit it again to send your latest changes.
        </p>
      )}
      <DraftNote draft={{ ...draft, exists: draft.exists && !draft.isQueued }} />
      <FormStep {...steps.propsOf(0)}>
        <RatingInput
          label="Overall"
          value={fields.overallRating}
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
                value={fields.detailedRatings[aspect]}
                isRequired
                isInvalid={missingAspects !== undefined && fields.detailedRatings[aspect] === 0}
                onChange={(rating) =>
                  change({ detailedRatings: { ...fields.detailedRatings, [aspect]: rating } })
                }
              />
            ))}
            {missingAspects !== undefined && (
              <p
                id={aspectsError}
                className="offquad-field-error"
                style={{ gridColumn: '1 / -1', margin: 0 }}
              >
                {missingAspects}
              </p>
            )}
          </div>
        </div>
      </FormStep>
      <FormStep {...steps.propsOf(1)}>
        <ChoiceRow
          label="Bedrooms"
          value={fields.bedrooms || undefined}
          options={BEDROOMS}
          isRequired
          error={errorOf('bedrooms')}
          onChange={(bedrooms) => change({ bedrooms })}
        />
        <ChoiceRow
          label="Rent per person"
          value={fields.price || undefined}
          options={university().priceBrackets.map((label, index) => ({ value: index + 1, label }))}
          isRequired
          error={errorOf('price')}
          onChange={(price) => change({ price })}
        />
      </FormStep>
      <FormStep {...steps.propsOf(2)}>
        <TextField
          label="Your review"
          value={fields.reviewText}
          rows={4}
          isRequired
          error={errorOf('reviewText')}
          hint={`What should the next tenant know? At least ${MIN_REVIEW_CHARACTERS} characters.`}
          count={{ of: countSeen(fields.reviewText), most: MAX_REVIEW_CHARACTERS }}
          onChange={(reviewText) => change({ reviewText })}
        >
          <Starters onStart={(topic) => change({ reviewText: started(fields.reviewText, topic) })} />
        </TextField>
        <div className="offquad-cluster">
          <PictureField
            label="Pictures"
            pictures={draft.pictures ?? []}
            max={MAX_REVIEW_PHOTOS}
            maxBytes={PHOTO_MAX_BYTES}
            error={errorOf('photos')}
            wrong={refused}
            previewOf={(url) => photoUrl(url, 'card')}
            onChange={draft.changePictures}
          />
          <Choice
            label="Lease signed in"
            value={String(fields.signedMonth)}
            options={MONTH_CHOICES}
            onChange={(month) => change({ signedMonth: Number(month) })}
          />
        </div>
      </FormStep>
      <div
        className="reviews-form-end"
        style={
          { '--reviews-filled': `${100 * (steps.share ?? 1 - missing.length / REQUIRED)}%` } as CSSProperties
        }
      >
        <p className="offquad-note">
          {[
            steps.text ?? (draft.exists && 'Draft saved on this device'),
            missing.length < REQUIRED && missingText(missing.filter(({ field }) => steps.shows(field))),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {steps.back ? <Button onClick={steps.back}>Back</Button> : <Button onClick={onClose}>Later</Button>}
        {/* Separate elements, so that a second press on Next submits nothing. */}
        {steps.isLast ? (
          <Button key="submit" type="primary" htmlType="submit" disabled={progress !== undefined}>
            {progress ?? 'Submit'}
          </Button>
        ) : (
          <Button key="next" type="primary" htmlType="submit">
            Next
          </Button>
        )}
      </div>
    </form>
  )
}

/** The number of required fields: the ratings, the bedrooms, the rent and the text. */
const REQUIRED = RATED_ASPECTS.length + 4

/** The required fields that are still empty. */
const missingIn = ({ overallRating, detailedRatings, bedrooms, price, reviewText }: ReviewDraft['fields']) =>
  [
    { field: 'overallRating', name: 'Overall', isMissing: overallRating === 0 },
    ...RATED_ASPECTS.map((aspect) => ({
      field: 'detailedRatings',
      name: ASPECT_LABELS[aspect],
      isMissing: detailedRatings[aspect] === 0,
    })),
    { field: 'bedrooms', name: 'Bedrooms', isMissing: !bedrooms },
    { field: 'price', name: 'Rent', isMissing: !price },
    {
      field: 'reviewText',
      name: 'Your review',
      isMissing: countSeen(withoutBareStarters(reviewText)) < MIN_REVIEW_CHARACTERS,
    },
  ].filter(({ isMissing }) => isMissing)

const missingText = (missing: { name: string }[]): string =>
  missing.length === 0
    ? ''
    : missing.length > 2
      ? `${missing.length} fields are missing`
      : `${missing.map(({ name }) => name).join(' and ')} still missing`
