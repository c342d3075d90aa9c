import './form/form-field.css'
import { Select } from 'antd'
import { useId } from 'react'
import { FieldMessage } from './form/form-field'

interface SearchChoiceProps {
  label: string
  /** The chosen option; undefined: none */
  value: string | undefined
  /** What was found for what is typed, the chosen one included. */
  options: { value: string; label: string }[]
  placeholder: string
  error?: string
  onSearch: (typed: string) => void
  onChange: (value: string | undefined) => void
}

/** A labelled choice among many: who types is shown what was found for it. */
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
