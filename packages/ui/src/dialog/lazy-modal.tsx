import { type ModalProps } from 'antd'
import { lazy, Suspense } from 'react'
import { scopeAttribute, useStyleScope } from '../theme/style-scope'
import { useFocusReturn } from './use-focus-return'
import { useOnceOpened } from './use-once-opened'

const AntModal = lazy(async () => ({ default: (await import('./overlays')).Modal }))

/** antd locks the page's scrolling only for dialogs in the body itself; their own element carries the style scope. */
const inBody = () => document.body

/** antd's modal, loaded when it is first opened. */
export function LazyModal({ open = false, ...props }: ModalProps) {
  const app = useStyleScope()
  useFocusReturn(open)
  if (!useOnceOpened(open)) return null
  return (
    <Suspense fallback={null}>
      <AntModal open={open} getContainer={inBody} wrapProps={scopeAttribute(app)} {...props} />
    </Suspense>
  )
}
