import './button.css'
import { type ComponentProps } from 'react'
import { Icon } from '../icon'

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  /** The path of its lines, on a 24 by 24 grid. */
  icon: string
}

export function IconButton({ label, icon, className = 'offquad-icon-button', ...props }: IconButtonProps) {
  return (
    <button type="button" className={className} aria-label={label} {...props}>
      <Icon path={icon} />
    </button>
  )
}
