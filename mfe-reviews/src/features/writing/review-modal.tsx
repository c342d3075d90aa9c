import './writing.css'
import {
  countReviewCharacters,
  MAX_BEDROOMS,
  MAX_REVIEW_CHARACTERS,
  MAX_REVIEW_PHOTOS,
  PHOTO_MAX_BYTES,
  photoUrl,
  RATED_ASPECTS,
  type ReviewForm,
} from '@offquad/contracts'
import { Button, Choice, Dialog, Photo, PhotoPicker, RatingInput, TextField } from '@offquad/ui'
import { university } from '@offquad/web-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Draft, forgetDraft, keepDraft, recallDraft } from './review-draft'
import { useReviewSubmission } from './use-review-submission'

interface ReviewModalProps {
  title: string
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
  /** What it begins with when nothing was typed before. */
  blank: Draft
  /** Who writes, and what about; under these what is typed is kept. */
  uid: string
  subject: string
  /** Absent for a new one. */
  reviewId?: string
  onClose: () => void
}

const ASPECT_LABELS: Record<(typeof RATED_ASPECTS)[number], string> = {
  location: 'Location',
  maintenance: 'Maintenance',
  safety: 'Safety',
  conditions: 'Conditions',
}

/** Writing or changing a review, over the page. */
export function ReviewModal({ title, place, blank, uid, subject, reviewId, onClose }: ReviewModalProps) {
  const [draft, setDraft] = useState(() => recallDraft(uid, subject) ?? blank)
  const [files, setFiles] = useState<File[]>([])
  const form = useRef<HTMLFormElement>(null)
  const { rejected, errorOf, progress, submit, revise } = useReviewSubmission({
    reviewId,
    onSent() {
      forgetDraft(uid, subject)
      onClose()
    },
  })
  useEffect(() => {
    if (rejected > 0 && form.current) focusFirstWrong(form.current)
  }, [rejected])

  function change(part: Partial<Draft>): void {
    const next = { ...draft, ...part }
    setDraft(next)
    revise(Object.keys(part), { ...place, ...next })
    keepDraft(uid, subject, next)
  }

  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="reviews-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit({ ...place, ...draft }, files)
        }}
      >
        <p className="reviews-form-note">
          Reviews are anonymous and read by an administrator first. What you type is kept on this device until
          you send it.
        </p>
        <Field error={errorOf('overallRating')}>
          <RatingInput
            label="Overall"
            value={draft.overallRating}
            isInvalid={errorOf('overallRating') !== undefined}
            onChange={(overallRating) => change({ overallRating })}
          />
        </Field>
        <Field error={errorOf('detailedRatings')}>
          {RATED_ASPECTS.map((aspect) => (
            <RatingInput
              key={aspect}
              label={ASPECT_LABELS[aspect]}
              value={draft.detailedRatings[aspect]}
              isInvalid={errorOf('detailedRatings') !== undefined && draft.detailedRatings[aspect] === 0}
              onChange={(rating) =>
                change({ detailedRatings: { ...draft.detailedRatings, [aspect]: rating } })
              }
            />
          ))}
        </Field>
        <div className="reviews-form-row">
          <Field error={errorOf('bedrooms')}>
            <Choice
              label="Bedrooms"
              value={String(draft.bedrooms)}
              options={numbers('Choose', MAX_BEDROOMS, String)}
              onChange={(bedrooms) => change({ bedrooms: Number(bedrooms) })}
            />
          </Field>
          <Field error={errorOf('price')}>
            <Choice
              label="Rent of one person"
              value={String(draft.price)}
              options={numbers(
                'Choose',
                university().priceBrackets.length,
                (bracket) => university().priceBrackets[bracket - 1] ?? '',
              )}
              onChange={(price) => change({ price: Number(price) })}
            />
          </Field>
        </div>
        <Field>
          <TextField
            label="Your review"
            value={draft.reviewText}
            rows={7}
            isRequired
            error={errorOf('reviewText')}
            onChange={(reviewText) => change({ reviewText })}
          />
          <p className="reviews-counter">
            {countReviewCharacters(draft.reviewText)} / {MAX_REVIEW_CHARACTERS}
          </p>
        </Field>
        <KeptPhotos draft={draft} onChange={change} />
        <Field error={errorOf('photos')}>
          <PhotoPicker
            label="Pictures"
            files={files}
            max={MAX_REVIEW_PHOTOS - draft.photos.length}
            maxBytes={PHOTO_MAX_BYTES}
            onChange={setFiles}
          />
        </Field>
        <Button type="primary" htmlType="submit" size="large" disabled={progress !== undefined}>
          {progress ?? 'Submit'}
        </Button>
      </form>
    </Dialog>
  )
}

// A group of stars takes no focus itself, its first star does.
function focusFirstWrong(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[data-wrong], [aria-invalid=true]')
  const control = wrong?.matches('input, textarea')
    ? wrong
    : wrong?.querySelector<HTMLElement>('input, textarea')
  control?.focus({ preventScroll: true })
  wrong?.scrollIntoView({ block: 'center' })
}

const numbers = (nothing: string, most: number, labelOf: (number: number) => string) => [
  { value: '0', label: nothing },
  ...Array.from({ length: most }, (_, index) => ({ value: String(index + 1), label: labelOf(index + 1) })),
]

/** A part of the form with what is wrong with it. */
function Field({ error, children }: { error?: string; children: ReactNode }) {
  return (
    <div data-wrong={error === undefined ? undefined : true}>
      {children}
      {error !== undefined && (
        <p role="alert" className="reviews-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** Pictures that are part of the review already; each can be taken out. */
function KeptPhotos({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  if (draft.photos.length === 0) return null
  return (
    <ul className="reviews-kept">
      {draft.photos.map((url, index) => (
        <li key={url}>
          <Photo src={photoUrl(url, 'card')} alt={`Picture ${index + 1} of your review`} seed={url} />
          <button
            type="button"
            aria-label={`Remove picture ${index + 1} of your review`}
            onClick={() => onChange({ photos: draft.photos.filter((other) => other !== url) })}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  )
}
