import './checkbox.css'
import { type ComponentProps } from 'react'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'>

/** A checkbox; its children are its label. */
export function Checkbox({ children, className = '', ...props }: CheckboxProps) {
  return (
    <label className={`offquad-checkbox ${className}`.trim()}>
      <input type="checkbox" {...props} />
      {children !== undefined && <span>{children}</span>}
    </label>
  )
}
