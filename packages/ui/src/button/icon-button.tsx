import './button.css'
import { type ComponentProps } from 'react'

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  /** The path of its lines, in a square of 24. */
  icon: string
}

export function IconButton({ label, icon, className = 'offquad-icon-button', ...props }: IconButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} {...props}>
      <svg className="offquad-icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  )
}
