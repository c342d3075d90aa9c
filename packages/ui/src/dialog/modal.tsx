import './modal.css'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button/icon-button'
import { scopeAttribute, useStyleScope } from '../theme/style-scope'
import { openModals } from './open-modals'
import { useOverlayHistory } from './overlay-history'

export interface ModalProps {
  title: string
  isOpen: boolean
  /** Called by the close button, Escape, a click outside and the browser's Back. */
  onClose: () => void
  children: ReactNode
}

interface ModalStyle {
  className: string
  style?: CSSProperties
  /** Keeps the content while it is closed, so that closing can be animated. */
  keepsContent?: boolean
}

/**
 * The browser's dialog element: it traps the focus, returns it, and needs no code that might fail to load. All overlays that
 * must be closed before the page can be used are modals.
 */
export function Modal(props: ModalProps & ModalStyle) {
  const { title, isOpen, onClose, children, keepsContent = false, ...shown } = props
  const app = useStyleScope()
  const titleId = useId()
  const modal = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  // Deferred from the tap that opens it, because the browser restyles the whole page when it becomes inert.
  const isShown = useDeferredValue(isOpen, false) && isOpen
  const [hasOpened, setHasOpened] = useState(isShown)
  if (isShown && !hasOpened) setHasOpened(true)
  useOverlayHistory(isOpen, onClose)
  useLayoutEffect(() => {
    const element = modal.current
    if (!isShown || !element) return
    element.showModal()
    const remove = openModals.add(element)
    return () => {
      remove()
      // Returns the focus to where it was.
      element.close()
    }
  }, [isShown])
  if (!hasOpened) return null
  const dialog = (
    <dialog
      ref={modal}
      aria-labelledby={titleId}
      {...shown}
      {...scopeAttribute(app)}
      className={`offquad-modal offquad-float ${shown.className}`}
      // The browser closes it on Escape and on a phone's Back gesture. React also bubbles the close event of a nested dialog.
      onClose={({ target, currentTarget }) => isOpen && target === currentTarget && onClose()}
      // Selecting text beyond the edge is not a click outside.
      onMouseDown={(event) => (isPressedBeside.current = isBeside(event))}
      onClick={(event) => isBeside(event) && isPressedBeside.current && onClose()}
    >
      <div className="offquad-modal-content">
        <div className="offquad-modal-head">
          {/* First in the focus order, last in the row. */}
          <IconButton label="Close" icon="M6 6l12 12M18 6L6 18" onClick={onClose} />
          <h2 id={titleId}>{title}</h2>
        </div>
        <div className="offquad-modal-body">{(isShown || keepsContent) && children}</div>
      </div>
    </dialog>
  )
  return <>{createPortal(dialog, document.body)}</>
}

const isBeside = ({ target, currentTarget }: MouseEvent): boolean => target === currentTarget
