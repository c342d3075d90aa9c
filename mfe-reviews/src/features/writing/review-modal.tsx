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
import { type Draft } from './review-draft'
import { useReviewSubmission } from './use-review-submission'

interface ReviewModalProps {
  /** What is reviewed: 'Gull House'. */
  title: string
  place: Pick<ReviewForm, 'aptId' | 'landlordId'>
  initial: Draft
  /** Absent for a new one. */
  reviewId?: string
  /** Hears of every change, to keep it. */
  onChange?: (draft: Draft) => void
  onClose: () => void
  onSent: () => void
}

const ASPECT_LABELS: Record<(typeof RATED_ASPECTS)[number], string> = {
  location: 'Location',
  maintenance: 'Maintenance',
  safety: 'Safety',
  conditions: 'Conditions',
}

/** Writing or changing a review, over the page. */
export function ReviewModal(props: ReviewModalProps) {
  const { title, place, initial, reviewId, onChange, onClose, onSent } = props
  const [draft, setDraft] = useState(initial)
  const [files, setFiles] = useState<File[]>([])
  const form = useRef<HTMLFormElement>(null)
  const { errors, errorOf, isSending, submit, revise } = useReviewSubmission({ reviewId, onSent })
  useEffect(() => {
    if (errors.length > 0)
      form.current?.querySelector('[data-wrong], [aria-invalid=true]')?.scrollIntoView({ block: 'center' })
  }, [errors])

  function change(part: Partial<Draft>): void {
    const next = { ...draft, ...part }
    setDraft(next)
    revise({ ...place, ...next })
    onChange?.(next)
  }

  return (
    <Dialog title={reviewId ? `Edit your review of ${title}` : `Review ${title}`} isOpen onClose={onClose}>
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
        <Button type="primary" htmlType="submit" size="large" disabled={isSending}>
          {isSending ? 'Sending …' : 'Submit'}
        </Button>
      </form>
    </Dialog>
  )
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
