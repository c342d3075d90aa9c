import './button.css'
import { type ComponentProps } from 'react'

/** A button that looks like a link. */
export function TextButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`offquad-text-button ${className}`} {...props} />
}

/** A small button with an outline, for what belongs to the content beside it. */
export function OutlineButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`offquad-outline-button ${className}`} {...props} />
}
