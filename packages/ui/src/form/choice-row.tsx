import './choice-row.css'
import { useId } from 'react'
import { RadioField } from './form-field'

interface ChoiceRowProps<T extends string | number> {
  label: string
  /** undefined while nothing is chosen. */
  value: T | undefined
  options: { value: T; label: string }[]
  onChange: (value: T) => void
  error?: string
  isRequired?: boolean
}

const MAX_SHORT_LABEL_LENGTH = 3

/** Radio buttons in a row, large enough for a finger. */
export function ChoiceRow<T extends string | number>(props: ChoiceRowProps<T>) {
  const { value, options, onChange, ...field } = props
  const id = useId()
  const areShort = options.every(({ label: text }) => text.length <= MAX_SHORT_LABEL_LENGTH)
  return (
    <RadioField {...field} id={id} className="offquad-choice-row">
      <div className={`offquad-choices${areShort ? ' offquad-choices-short' : ''}`}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              className="offquad-covering-input offquad-fill"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </RadioField>
  )
}
