import { type ModalProps } from 'antd'
import { lazy, Suspense } from 'react'
import { useFocusReturn } from './use-focus-return'
import { useOnceOpened } from './use-once-opened'

const AntModal = lazy(async () => ({ default: (await import('./overlays')).Modal }))

/** antd's modal, loaded when it is first opened. */
export function LazyModal({ open = false, ...props }: ModalProps) {
  useFocusReturn(open)
  if (!useOnceOpened(open)) return null
  return (
    <Suspense fallback={null}>
      <AntModal open={open} {...props} />
    </Suspense>
  )
}
