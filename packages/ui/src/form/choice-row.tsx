import './choice-row.css'
import { useId } from 'react'
import { RadioField } from './form-field'

interface ChoiceRowProps<T extends string | number> {
  label: string
  /** undefined until something is chosen. */
  value: T | undefined
  options: { value: T; label: string }[]
  onChange: (value: T) => void
  error?: string
  isRequired?: boolean
}

const MOST_SHORT_CHARACTERS = 3

/** A few choices side by side, one of which can be chosen: radio buttons that are easy to hit. */
export function ChoiceRow<T extends string | number>({
  label,
  value,
  options,
  onChange,
  error,
  isRequired = false,
}: ChoiceRowProps<T>) {
  const id = useId()
  const areShort = options.every(({ label: text }) => text.length <= MOST_SHORT_CHARACTERS)
  return (
    <RadioField
      id={id}
      label={label}
      className="offquad-choice-row"
      isRequired={isRequired}
      isInvalid={false}
      error={error}
    >
      <div className={`offquad-choices${areShort ? ' offquad-choices-short' : ''}`}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
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
