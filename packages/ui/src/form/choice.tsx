import './form-field.css'
import { useId } from 'react'
import { type SelectProps } from 'antd'
import { lazyComponent } from '../lazy-component'
import { FieldMessage } from './form-field'

const Select = lazyComponent(async () => (await import('../antd/select')).Select, {
  label: 'This list',
  Placeholder: SelectPlaceholder,
})

interface ChoiceProps<T extends string> {
  label: string
  /** Shows the label to screen readers only, if the options explain themselves. */
  isLabelHidden?: boolean
  value: T
  options: { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A labelled select with few options: 'Sort by'. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, isLabelHidden = false, value, options, onChange } = props
  const id = useId()
  return (
    <span className="offquad-choice">
      <label htmlFor={id} className={isLabelHidden ? 'offquad-visually-hidden' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}

interface SearchChoiceProps {
  label: string
  /** The selected option; undefined for none. */
  value: string | undefined
  /** The options for the typed text, including the selected one. */
  options: { value: string; label: string }[]
  placeholder: string
  error?: string
  onSearch: (typed: string) => void
  onChange: (value: string | undefined) => void
}

/** A labelled select with many options, which the caller looks up for the typed text. */
export function SearchChoice({ label, error, onSearch, onChange, ...select }: SearchChoiceProps) {
  const id = useId()
  return (
    <div className="offquad-field">
      <label htmlFor={id}>{label}</label>
      <Select
        {...select}
        id={id}
        allowClear
        style={{ width: '100%' }}
        status={error === undefined ? undefined : 'error'}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        showSearch={{ filterOption: false, onSearch }}
        onChange={(chosen) => onChange(chosen as string | undefined)}
      />
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  )
}

/** Replaces a select while its code is loading, with the same size and value. */
function SelectPlaceholder({ id, value, options, placeholder }: SelectProps) {
  const selected = options?.find((option) => option.value === value)
  return (
    // As antd's select, which replaces it.
    <select id={id} disabled style={{ width: '100%', opacity: 1 }}>
      <option>{selected?.label ?? placeholder}</option>
    </select>
  )
}
