import './form-field.css'
import { type ReactNode, useId } from 'react'
import { FieldMessage, RequiredMark } from './form-field'
import { Input } from './input'

interface TextFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** Shown below the field, which is marked invalid. */
  error?: string
  isRequired?: boolean
  type?: 'text' | 'email' | 'date'
  /** Number of lines, for a multi-line field. */
  rows?: number
  maxLength?: number
  /** Help text below the field. */
  hint?: string
  /** Number of characters so far, as the form counts them, and the limit. */
  count?: { of: number; most: number }
  /** Shown between the label and the field, for example buttons that insert text. */
  children?: ReactNode
}

/** A labelled text field with its error below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, isRequired, type, rows, maxLength, hint, count, children } = props
  const id = useId()
  const hasNotes = hint !== undefined || count !== undefined
  const described = [error === undefined ? [] : `${id}-error`, hasNotes ? `${id}-notes` : []].flat().join(' ')
  const shared = {
    id,
    value,
    dir: 'auto',
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
      {children}
      {rows ? <Input.TextArea rows={rows} {...shared} /> : <Input type={type} {...shared} />}
      <FieldMessage id={`${id}-error`} error={error} />
      {hasNotes && (
        <p id={`${id}-notes`} className="offquad-field-notes offquad-ends offquad-note">
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
