import { type MenuProps as AntMenuProps } from 'antd'
import { cloneElement, lazy, type ReactElement, Suspense, useLayoutEffect, useRef, useState } from 'react'

interface MenuProps {
  items: AntMenuProps['items']
  /** The button that opens the menu. */
  children: ReactElement
}

const loadDropdown = () => import('../antd/dropdown')
const Dropdown = lazy(async () => ({ default: (await loadDropdown()).Dropdown }))

/** Loads the menu's code early; a failure is met again when the menu opens. */
const prepare = () => void loadDropdown().catch(() => undefined)

interface ButtonHandlers {
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/** A dropdown menu. Its code is loaded when the visitor is about to open it. */
export function Menu({ items, children }: MenuProps) {
  const [isNeeded, setIsNeeded] = useState(false)
  const [isOpen, setIsOpen] = useState(true)
  const button = cloneElement(children as ReactElement<ButtonHandlers>, {
    onClick: () => setIsNeeded(true),
    onPointerEnter: prepare,
    onFocus: prepare,
  })
  if (!isNeeded) return button
  return (
    <Suspense fallback={children}>
      <FocusedButton>
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{ items }}
          open={isOpen}
          onOpenChange={setIsOpen}
        >
          {children}
        </Dropdown>
      </FocusedButton>
    </Suspense>
  )
}

/** Gives the focus back to the button, which the menu replaces by another one when it has loaded. */
function FocusedButton({ children }: { children: ReactElement }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [])
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {children}
    </span>
  )
}
