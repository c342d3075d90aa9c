import './admin.css'
import { Checkbox } from '@offquad/ui'

interface CheckboxGroupProps {
  legend: string
  options: { value: string; label: string }[]
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}

/** Chooses any number of options. */
export const CheckboxGroup = ({ legend, options, value: chosen, error, onChange }: CheckboxGroupProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {error && (
      <p role="alert" className="offquad-field-error">
        {error}
      </p>
    )}
    <div className="admin-checkboxes">
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((option) => option !== value))
          }
        >
          {label}
        </Checkbox>
      ))}
    </div>
  </fieldset>
)
