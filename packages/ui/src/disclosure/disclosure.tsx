import './disclosure.css'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Chevron } from '../chevron'
import { useOverlayHistory } from '../dialog/overlay-history'
import { useMediaQuery } from '../theme/use-media-query'
import { useOutsidePress } from '../use-outside-press'

interface DisclosureProps {
  /** Label of the button: 'Price', or the chosen value: '$800 to $1,200'. */
  label: string
  /** Shown above the label if the button is a part of a field: 'Price'. */
  title?: string
  /** Heading of the panel as a sheet: 'Price'; by default the title or the label. */
  heading?: string
  /** Whether a value is chosen. */
  isSet?: boolean
  /** Replaces the label on the button; the panel has the heading on any screen. */
  icon?: ReactNode
  /** Label of the button that closes the panel; 'Done' by default. */
  doneLabel?: ReactNode
  /** Called when that button closes the panel. */
  onDone?: () => void
  /** Adds a button that clears the value. */
  onClear?: (() => void) | undefined
  children: ReactNode
}

const MARGIN_PX = 16
const LEAST_ROOM_PX = 320
/** The panel stays below the site's header, which would cover it. */
const HEADER_PX = 80

/**
 * A button that opens a popover with controls, or a bottom sheet on phones and tablets. Escape, 'Done', a click outside and moving
 * the focus out close it.
 */
export function Disclosure(props: DisclosureProps) {
  const { label, title, isSet = false, icon, doneLabel, onDone, onClear, children } = props
  const heading = props.heading ?? title ?? label
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isSheet = useMediaQuery('(max-width: 960px)')
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: shown } = panel
    if (!isOpen || isSheet || !shown) return undefined
    // Below the button, moved left to stay in the window, and above the button if there is too little room below.
    const place = () => {
      const at = root.current?.getBoundingClientRect() ?? new DOMRect()
      const below = Math.max(HEADER_PX, at.bottom + 8)
      const room = innerHeight - MARGIN_PX - below
      const maxHeight = room < LEAST_ROOM_PX ? '' : `${room}px`
      Object.assign(shown.style, { left: '0', top: '0', maxHeight })
      const zero = shown.getBoundingClientRect()
      const left = Math.min(at.left, document.documentElement.clientWidth - MARGIN_PX - zero.width)
      const top = Math.max(HEADER_PX, Math.min(below, innerHeight - MARGIN_PX - zero.height))
      Object.assign(shown.style, { left: `${left - zero.left}px`, top: `${top - zero.top}px` })
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
      Object.assign(shown.style, { left: '', top: '', maxHeight: '' })
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
      className={`offquad-disclosure${isSet ? ' offquad-disclosure-set' : ''}`}
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
        className={
          title === undefined
            ? icon === undefined
              ? 'offquad-disclosure-button'
              : 'offquad-icon-button offquad-soft'
            : 'offquad-disclosure-part'
        }
        aria-label={icon === undefined ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((wasOpen) => !wasOpen)}
      >
        {icon ?? (
          <>
            {title && <small>{title} </small>}
            <span className="offquad-cut" title={label}>
              {label}
            </span>
            {!title && !(isSet && onClear) && <Chevron />}
          </>
        )}
      </button>
      {isSet && onClear && (
        <button
          type="button"
          className="offquad-disclosure-clear"
          aria-label={`Remove filter: ${label}`}
          onClick={() => {
            close()
            onClear()
          }}
        >
          <svg className="offquad-icon" viewBox="0 0 12 12" aria-hidden="true">
            <path d="m2 2 8 8m0-8-8 8" />
          </svg>
        </button>
      )}
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label={heading}
        hidden={!isOpen}
        className="offquad-disclosure-panel offquad-float"
      >
        {(isSheet || icon !== undefined) && <h2 className="offquad-disclosure-title">{heading}</h2>}
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
