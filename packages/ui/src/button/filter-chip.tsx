import './button.css'

interface FilterChipProps {
  label: string
  className?: string
  onRemove: () => void
}

/** A filter in use; a click removes it. */
export function FilterChip({ label, className = '', onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      className={`offquad-filter-chip ${className}`}
      aria-label={`Remove filter: ${label}`}
      onClick={onRemove}
    >
      <span className="offquad-cut" title={label}>
        {label}
      </span>
      <svg className="offquad-icon" viewBox="0 0 12 12" aria-hidden="true">
        <path d="m2 2 8 8m0-8-8 8" />
      </svg>
    </button>
  )
}
