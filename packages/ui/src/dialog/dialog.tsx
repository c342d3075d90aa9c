import './dialog.css'
import { type CSSProperties } from 'react'
import { Modal, type ModalProps } from './modal'

interface DialogProps extends ModalProps {
  /** Width in pixels; on a phone a dialog always has the full width. */
  width?: number
}

/** A modal dialog. It traps the focus while it is open and returns it when it closes. */
export const Dialog = ({ width = 640, ...modal }: DialogProps) => (
  <Modal {...modal} className="offquad-dialog" style={{ '--dialog-width': `${width}px` } as CSSProperties} />
)
