import './disclosure.css'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Chevron } from '../chevron'
import { useOverlayHistory } from '../dialog/overlay-history'
import { useMediaQuery } from '../theme/use-media-query'
import { useOutsidePress } from '../use-outside-press'

interface DisclosureProps {
  /** Label of the button: 'Price', or the chosen value: '$800 to $1,200'. */
  label: string
  /** Whether a value is chosen. */
  isSet?: boolean
  /** Replaces the label on the button; the label becomes the heading of the panel. */
  icon?: ReactNode
  /** Label of the button that closes the panel; 'Done' by default. */
  doneLabel?: ReactNode
  /** Called when that button closes the panel. */
  onDone?: () => void
  children: ReactNode
}

/**
 * A button that opens a popover with controls, or a bottom sheet on phones and tablets. Escape, 'Done', a click outside and moving
 * the focus out close it.
 */
export function Disclosure({ label, isSet = false, icon, doneLabel, onDone, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isSheet = useMediaQuery('(max-width: 960px)')
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: shown } = panel
    if (!isOpen || isSheet || !shown) return undefined
    // As far to the left of its button as the window demands.
    const place = () => {
      const right = (root.current?.getBoundingClientRect().left ?? 0) + shown.offsetWidth
      shown.style.left = `${Math.min(0, document.documentElement.clientWidth - 16 - right)}px`
    }
    place()
    addEventListener('resize', place)
    return () => {
      removeEventListener('resize', place)
      shown.style.left = ''
    }
  }, [isOpen, isSheet])
  useOutsidePress(root, isOpen, () => setIsOpen(false))
  useOverlayHistory(isOpen && isSheet, () => setIsOpen(false))

  function close(): void {
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    <div
      ref={root}
      className="offquad-disclosure"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={[
          icon === undefined ? 'offquad-disclosure-button' : 'offquad-icon-button offquad-soft',
          isSet ? 'offquad-disclosure-set' : [],
        ]
          .flat()
          .join(' ')}
        aria-label={icon === undefined ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((wasOpen) => !wasOpen)}
      >
        {icon ?? (
          <>
            {label}
            <Chevron />
          </>
        )}
      </button>
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label={label}
        hidden={!isOpen}
        className="offquad-disclosure-panel offquad-float"
      >
        {icon !== undefined && <h2 className="offquad-disclosure-title">{label}</h2>}
        {children}
        <button
          type="button"
          className="offquad-disclosure-done"
          onClick={() => {
            close()
            onDone?.()
          }}
        >
          {(isOpen && doneLabel) || 'Done'}
        </button>
      </div>
    </div>
  )
}
