import './form-field.css'
import { Input } from 'antd'
import { useId } from 'react'
import { FieldMessage, RequiredMark } from './form-field'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is wrong with it; said and marked. */
  error?: string
  isRequired?: boolean
  type?: 'text' | 'email'
  /** Several lines instead of one. */
  rows?: number
  maxLength?: number
  /** What to write, below the field. */
  hint?: string
  /** Characters so far, as the form counts them, and the most that are allowed. */
  count?: { of: number; most: number }
}

/** A labelled text with what is wrong with it below. */
export function TextField({
  label,
  value,
  onChange,
  error,
  isRequired,
  type,
  rows,
  maxLength,
  hint,
  count,
}: TextFieldProps) {
  const id = useId()
  const hasNotes = hint !== undefined || count !== undefined
  const described = [error === undefined ? [] : `${id}-error`, hasNotes ? `${id}-notes` : []].flat().join(' ')
  const shared = {
    id,
    value,
    maxLength,
    'aria-invalid': error !== undefined,
    'aria-required': isRequired,
    'aria-describedby': described || undefined,
    status: error === undefined ? undefined : ('error' as const),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className="offquad-field">
      <label htmlFor={id}>
        {label}
        <RequiredMark isRequired={isRequired} />
      </label>
      {rows ? <Input.TextArea rows={rows} {...shared} /> : <Input type={type} {...shared} />}
      <FieldMessage id={`${id}-error`} error={error} />
      {hasNotes && (
        <p id={`${id}-notes`} className="offquad-field-notes">
          <span>{hint}</span>
          {count && (
            <span
              className={`offquad-field-counter${count.of > count.most ? ' offquad-field-counter-over' : ''}`}
            >
              {count.of} / {count.most}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
