import './input.css'
import { type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

interface FieldProps {
  /** Marks the text as invalid. */
  status?: 'error' | ''
}

interface InputProps extends FieldProps, Omit<ComponentProps<'input'>, 'prefix'> {
  /** Stands before the text: a currency. */
  prefix?: ReactNode
  onPressEnter?: (event: KeyboardEvent<HTMLInputElement>) => void
}

const classOf = (status: FieldProps['status'], className = '') =>
  ['offquad-input', status === 'error' ? 'offquad-input-error' : [], className].flat().join(' ').trim()

/** A text field of one line. */
function Field({ status, prefix, className, onKeyDown, onPressEnter, ...props }: InputProps) {
  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
      onKeyDown?.(event)
      if (event.key === 'Enter') onPressEnter?.(event)
    },
  }
  if (prefix === undefined) return <input className={classOf(status, className)} {...props} {...handlers} />
  return (
    <span className={classOf(status, className)}>
      <span>{prefix}</span>
      <input className="offquad-bare-input" {...props} {...handlers} />
    </span>
  )
}

/** A text field of several lines. */
function TextArea({ status, className, ...props }: FieldProps & ComponentProps<'textarea'>) {
  return <textarea className={classOf(status, className)} {...props} />
}

/** A text field of one line; `Input.TextArea` has several. */
export const Input = Object.assign(Field, { TextArea })
