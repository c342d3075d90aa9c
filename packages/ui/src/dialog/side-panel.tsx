import './dialog.css'
import { Modal, type ModalProps } from './modal'

/** A modal panel at the edge of the page: the menu on a phone. */
export const SidePanel = (modal: ModalProps) => (
  <Modal {...modal} className="offquad-side-panel" keepsContent />
)
