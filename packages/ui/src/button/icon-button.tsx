import './button.css'

interface IconButtonProps {
  label: string
  /** The path of its lines, in a square of 24. */
  icon: string
  isDisabled?: boolean
  className?: string
  onClick: () => void
}

export function IconButton({
  label,
  icon,
  isDisabled = false,
  className = 'offquad-icon-button',
  onClick,
}: IconButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} disabled={isDisabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
    </button>
  )
}
