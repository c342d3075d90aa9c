import '../button/button.css'
import './stepper.css'

interface StepperProps {
  label: string
  /** 0: any number. */
  value: number
  max: number
  onChange: (value: number) => void
}

/** A number from 0 ('Any') to `max` with two buttons. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  return (
    <div className="offquad-stepper" role="group" aria-label={label}>
      <span>{label}</span>
      <button
        type="button"
        className="offquad-round-button"
        aria-label={`Fewer ${label.toLowerCase()}`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output aria-live="polite">{value === 0 ? 'Any' : `${value}+`}</output>
      <button
        type="button"
        className="offquad-round-button"
        aria-label={`More ${label.toLowerCase()}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
