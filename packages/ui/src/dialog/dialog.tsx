import './dialog.css'
import { type ReactNode } from 'react'
import { LazyModal } from './lazy-modal'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** In pixels; a phone's whole width whatever it says. */
  width?: number
  children: ReactNode
}

/** Something over the page that has the keyboard until it is closed; focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, width = 640, children }: DialogProps) {
  return (
    <LazyModal
      className="offquad-dialog"
      title={<h2>{title}</h2>}
      open={isOpen}
      onClose={onClose}
      footer={null}
      width={width}
      centered
      destroyOnHidden
    >
      {children}
    </LazyModal>
  )
}
