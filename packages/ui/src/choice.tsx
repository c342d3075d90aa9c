import { Select } from 'antd'
import { useId } from 'react'

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A labelled menu of a few choices: 'Sort by'. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} options={options} onChange={onChange} popupMatchSelectWidth={false} />
    </span>
  )
}
