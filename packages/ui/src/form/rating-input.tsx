import './rating-input.css'
import { useId, useState } from 'react'
import { RadioField, type RadioFieldProps } from './form-field'

interface RatingInputProps extends Pick<RadioFieldProps, 'label' | 'isRequired' | 'error' | 'isInvalid'> {
  /** 0 while nothing is chosen. */
  value: number
  onChange: (value: number) => void
  /** Larger stars, for the overall rating. */
  isLarge?: boolean
}

const STAR = 'M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z'

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

/** One to five stars as radio buttons, each with a word for its rating. */
export function RatingInput({ value, onChange, isLarge = false, ...field }: RatingInputProps) {
  const id = useId()
  const [hovered, setHovered] = useState(0)
  const shown = hovered || value
  return (
    <RadioField
      {...field}
      id={id}
      className={`offquad-rating-input${isLarge ? ' offquad-rating-large' : ''}`}
      aside={
        <span className="offquad-soft" aria-hidden="true">
          {WORDS[shown - 1] ?? ''}
        </span>
      }
    >
      <div className="offquad-rating-stars" onPointerLeave={() => setHovered(0)}>
        {WORDS.map((word, index) => {
          const star = index + 1
          return (
            <label
              key={word}
              title={word}
              // A touch does not hover before it presses.
              onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse' ? star : 0)}
            >
              <input
                type="radio"
                className="offquad-covering-input offquad-fill"
                name={id}
                value={star}
                checked={value === star}
                aria-label={`${star === 1 ? '1 star' : `${star} stars`}, ${word}`}
                onChange={() => onChange(star)}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={STAR} className={star <= shown ? 'offquad-star-full' : 'offquad-star-empty'} />
              </svg>
            </label>
          )
        })}
      </div>
    </RadioField>
  )
}
