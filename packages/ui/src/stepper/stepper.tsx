import '../button/button.css'
import './stepper.css'

interface StepperProps {
  label: string
  /** 0 for any number. */
  value: number
  max: number
  onChange: (value: number) => void
}

/** A number from 0 ('Any') to `max` with two buttons. At an end the inactive button keeps the focus. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  return (
    <div className="offquad-stepper" role="group" aria-label={label}>
      <span>{label}</span>
      <button
        type="button"
        className="offquad-round-button"
        aria-label={`Fewer ${label.toLowerCase()}`}
        aria-disabled={value <= 0}
        onClick={() => value > 0 && onChange(value - 1)}
      >
        −
      </button>
      <output aria-live="polite">{value === 0 ? 'Any' : `${value}+`}</output>
      <button
        type="button"
        className="offquad-round-button"
        aria-label={`More ${label.toLowerCase()}`}
        aria-disabled={value >= max}
        onClick={() => value < max && onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
