import './button.css'
import { type ComponentProps, type MouseEvent, type ReactNode } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  type?: 'primary' | 'default' | 'text' | 'link'
  htmlType?: 'submit' | 'button' | 'reset'
  size?: 'small' | 'middle' | 'large'
  /** Marks actions that cannot be undone. */
  danger?: boolean
  /** Shows that its action is running; clicks do nothing meanwhile. */
  loading?: boolean
  children?: ReactNode
}

/** A button: 'primary' for the main action of its surroundings. */
export function Button({
  type = 'default',
  htmlType = 'button',
  size = 'middle',
  danger = false,
  loading = false,
  className = '',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = [
    'offquad-button',
    `offquad-button-${type}`,
    size === 'middle' ? [] : `offquad-button-${size}`,
    danger ? 'offquad-button-danger' : [],
    className,
  ]
  return (
    <button
      type={htmlType}
      className={classes.flat().join(' ').trim()}
      aria-busy={loading || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Not disabled, so that it keeps the focus.
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
      {...props}
    >
      {/* A separate element, whose text React replaces even if a translation has changed it. */}
      <span className="offquad-button-label">{children}</span>
      {loading && <span className="offquad-button-spinner" aria-hidden="true" />}
    </button>
  )
}

/** A button that looks like a link. */
export function TextButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`offquad-text-button ${className}`} {...props} />
}

/** A small button with an outline, for actions on the content beside it. */
export function OutlineButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={`offquad-outline-button ${className}`} {...props} />
}
