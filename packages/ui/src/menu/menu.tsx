import './menu.css'
import {
  cloneElement,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import { useOutsidePress } from '../use-outside-press'

type MenuItem =
  | { key: string; label: ReactNode; type?: undefined; onClick?: () => void }
  | { key: string; label: ReactNode; type: 'group' }
  | { type: 'divider' }

interface MenuProps {
  items: MenuItem[]
  /** The button that opens the menu. */
  children: ReactElement
}

/** A menu below its button. Arrow keys lead through it; Escape, an item, a click elsewhere and leaving it close it. */
export function Menu({ items, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useOutsidePress(root, isOpen, () => setIsOpen(false))
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  function close(): void {
    setIsOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    const links = entries()
    const current = links.findIndex((entry) => entry === document.activeElement)
    const target = {
      ArrowDown: links[(current + 1) % links.length],
      ArrowUp: links.at(current < 0 ? -1 : current - 1),
      Home: links[0],
      End: links.at(-1),
    }[event.key]
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  return (
    <div
      ref={root}
      className="offquad-menu"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      {cloneElement(children as ReactElement<ComponentProps<'button'>>, {
        'aria-expanded': isOpen,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <div role="menu" className="offquad-menu-items offquad-float">
          {items.map((item) => {
            if (item.type === 'divider') return <hr key="divider" />
            if (item.type === 'group')
              return (
                <p className="offquad-note" key={item.key}>
                  {item.label}
                </p>
              )
            return (
              <button
                key={item.key}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  item.onClick?.()
                }}
              >
                {item.label}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
