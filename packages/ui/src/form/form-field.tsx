import './form-field.css'
import { type ReactNode } from 'react'

/** The error of a field, which refers to it with `aria-describedby`. */
export function FieldMessage({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p id={id} className="offquad-field-error">
      {error}
    </p>
  )
}

/** The star of required fields; for screen readers the field has `aria-required`. */
export function RequiredMark({ isRequired = false }: { isRequired?: boolean }) {
  return isRequired ? (
    <span className="offquad-required" aria-hidden="true">
      {' '}
      *
    </span>
  ) : null
}

export interface RadioFieldProps {
  id: string
  label: string
  className: string
  isRequired?: boolean
  error?: string
  /** Marks the field invalid without a message, because a group of fields shares one elsewhere. */
  isInvalid?: boolean
  /** Beside the label: the chosen value in words. */
  aside?: ReactNode
  children: ReactNode
}

/** A labelled group of radio buttons with its error below. */
export function RadioField(props: RadioFieldProps) {
  const { id, label, className, isRequired = false, error, isInvalid = false, aside, children } = props
  return (
    <div
      role="radiogroup"
      className={className}
      aria-labelledby={`${id}-label`}
      aria-required={isRequired}
      aria-invalid={isInvalid || error !== undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <p className="offquad-radio-label">
        <span id={`${id}-label`}>
          {label}
          <RequiredMark isRequired={isRequired} />
        </span>
        {aside}
      </p>
      {children}
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  )
}
