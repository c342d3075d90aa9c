import { type ModalProps } from 'antd'
import { lazy, Suspense } from 'react'
import { scopeAttribute, useStyleScope } from '../theme/style-scope'
import { useFocusReturn } from './use-focus-return'
import { useOnceOpened } from './use-once-opened'
import { useOverlayHistory } from './use-overlay-history'

const AntModal = lazy(async () => ({ default: (await import('./overlays')).Modal }))

/** antd locks the page's scrolling only for dialogs in the body itself; their own element carries the style scope. */
const inBody = () => document.body

interface LazyModalProps extends Omit<ModalProps, 'onCancel'> {
  open: boolean
  /** Closed by its button, Escape, a click beside it or the browser's Back. */
  onClose: () => void
}

/** antd's modal, loaded when it is first opened. */
export function LazyModal({ open, onClose, ...props }: LazyModalProps) {
  const app = useStyleScope()
  useFocusReturn(open)
  useOverlayHistory(open, onClose)
  if (!useOnceOpened(open)) return null
  return (
    <Suspense fallback={null}>
      <AntModal
        open={open}
        onCancel={onClose}
        getContainer={inBody}
        wrapProps={scopeAttribute(app)}
        {...props}
      />
    </Suspense>
  )
}
