import './form-field.css'
import { Select } from 'antd'
import { useId } from 'react'
import { FieldMessage } from './form-field'

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A labelled select with few options: 'Sort by'. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} options={options} onChange={onChange} popupMatchSelectWidth={false} />
    </span>
  )
}

interface SearchChoiceProps {
  label: string
  /** The selected option; undefined: none. */
  value: string | undefined
  /** The options for the typed text, including the selected one. */
  options: { value: string; label: string }[]
  placeholder: string
  error?: string
  onSearch: (typed: string) => void
  onChange: (value: string | undefined) => void
}

/** A labelled select with many options, which the caller looks up for the typed text. */
export function SearchChoice({
  label,
  value,
  options,
  placeholder,
  error,
  onSearch,
  onChange,
}: SearchChoiceProps) {
  const id = useId()
  return (
    <div className="offquad-field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={options}
        placeholder={placeholder}
        allowClear
        style={{ width: '100%' }}
        status={error === undefined ? undefined : 'error'}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        showSearch={{ filterOption: false, onSearch }}
        onChange={(chosen: string | undefined) => onChange(chosen)}
      />
      <FieldMessage id={`${id}-error`} error={error} />
    </div>
  )
}
