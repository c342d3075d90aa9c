import './text-field.css'
import { Input } from 'antd'
import { useId } from 'react'

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
}: TextFieldProps) {
  const id = useId()
  const shared = {
    id,
    value,
    maxLength,
    'aria-invalid': error !== undefined,
    'aria-required': isRequired,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    status: error === undefined ? undefined : ('error' as const),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className="offquad-field">
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {rows ? <Input.TextArea rows={rows} {...shared} /> : <Input type={type} {...shared} />}
      {error !== undefined && (
        <p id={`${id}-error`} className="offquad-field-error">
          {error}
        </p>
      )}
    </div>
  )
}
