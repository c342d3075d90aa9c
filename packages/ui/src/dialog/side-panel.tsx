import './side-panel.css'
import {
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
import { useOverlayHistory } from './overlay-history'

interface SidePanelProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A modal panel at the edge of the page: the menu on a phone. It is the browser's own dialog, because antd's drawer takes a
 * slow phone most of a second to load and to render for the first time.
 */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const app = useStyleScope()
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  // Not within the tap that opens it: the browser styles the whole page again when all of it becomes inert.
  const isShown = useDeferredValue(isOpen) && isOpen
  const [hasOpened, setHasOpened] = useState(isShown)
  if (isShown && !hasOpened) setHasOpened(true)
  useOverlayHistory(isOpen, onClose)
  useLayoutEffect(() => {
    const element = panel.current
    if (!isShown || !element) return
    element.showModal()
    // Returns the focus to where it was.
    return () => element.close()
  }, [isShown])
  if (!hasOpened) return null
  const dialog = (
    <dialog
      ref={panel}
      className="offquad-side-panel"
      aria-labelledby={titleId}
      {...scopeAttribute(app)}
      // The browser closes it on Escape and on a phone's Back gesture.
      onClose={() => isOpen && onClose()}
      onClick={(event) => isOnBackdrop(event) && onClose()}
    >
      <div className="offquad-side-panel-content">
        <div className="offquad-side-panel-head">
          {/* First in the order of focus, last in the row. */}
          <IconButton label="Close" icon="M6 6l12 12M18 6L6 18" onClick={onClose} />
          <h2 id={titleId}>{title}</h2>
        </div>
        <div className="offquad-side-panel-body">{children}</div>
      </div>
    </dialog>
  )
  return <>{createPortal(dialog, document.body)}</>
}

const isOnBackdrop = ({ target, currentTarget }: MouseEvent): boolean => target === currentTarget
