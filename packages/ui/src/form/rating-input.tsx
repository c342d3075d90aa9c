import './rating-input.css'
import { useId } from 'react'
import { STAR } from '../rating/rating-stars'

interface RatingInputProps {
  label: string
  /** 0 until something is chosen. */
  value: number
  onChange: (value: number) => void
  isInvalid?: boolean
}

const STARS = [1, 2, 3, 4, 5]

/** One to five stars as radio buttons: arrow keys, and a name for each. */
export function RatingInput({ label, value, onChange, isInvalid = false }: RatingInputProps) {
  const name = useId()
  return (
    <fieldset className="offquad-rating-input" aria-invalid={isInvalid}>
      <legend>{label}</legend>
      {STARS.map((star) => (
        <label key={star}>
          <input
            type="radio"
            name={name}
            value={star}
            checked={value === star}
            onChange={() => onChange(star)}
          />
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={STAR} className={star <= value ? 'offquad-star-full' : 'offquad-star-empty'} />
          </svg>
          <span>{star === 1 ? '1 star' : `${star} stars`}</span>
        </label>
      ))}
    </fieldset>
  )
}
