import { Button, showToast } from '@offquad/ui'
import { type ReactNode } from 'react'

export interface ConfirmationProps {
  action: string
  isDanger?: boolean
  /** @returns what happened */
  confirm: () => Promise<string>
  onClose: () => void
  children?: ReactNode
}

/** Asks before something that may need a new sign-in, and shows what happened. */
export const Confirmation = ({ action, isDanger = true, confirm, onClose, children }: ConfirmationProps) => (
  <div className="offquad-confirm">
    <p>{children}</p>
    <Button onClick={onClose}>Cancel</Button>
    <Button
      type="primary"
      danger={isDanger}
      onClick={() => {
        // Closed first: signing in again opens another dialog.
        onClose()
        confirm().then(
          (message) => showToast('success', message),
          ({ message }: Error) => showToast('error', message),
        )
      }}
    >
      {action}
    </Button>
  </div>
)
