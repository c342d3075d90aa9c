import './dialog.css'
import { type ModalProps } from 'antd'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { scopeAttribute, useStyleScope } from '../theme/style-scope'
import { useOverlayHistory } from './overlay-history'
import { loadOverlays, prepareOverlays } from './prepare-overlays'

const AntModal = lazy(async () => ({ default: (await loadOverlays()).Modal }))

/** antd locks the page's scrolling only for overlays in the body itself. */
const inBody = () => document.body

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** In pixels; a phone's dialog always has its full width. */
  width?: number
  children: ReactNode
}

/** A modal dialog. It traps the focus while it is open and returns it when it closes. */
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

interface LazyModalProps extends Omit<ModalProps, 'onCancel'> {
  open: boolean
  /** Called by the close button, Escape, a click outside and the browser's Back. */
  onClose: () => void
}

/** antd's modal, loaded when it first opens. */
export function LazyModal({ open, onClose, ...props }: LazyModalProps) {
  const app = useStyleScope()
  // Not within the click that opens it: the first dialog of a visit takes a slow phone half a second to render.
  const isShown = useDeferredValue(open) && open
  useFocusReturn(isShown)
  useOverlayHistory(open, onClose)
  if (!useHasOpened(isShown)) return null
  return (
    <Suspense fallback={null}>
      <AntModal
        open={isShown}
        onCancel={onClose}
        getContainer={inBody}
        wrapProps={scopeAttribute(app)}
        {...props}
      />
    </Suspense>
  )
}

/** Returns the focus to where it was before opening, which antd does not do when animations are off. */
function useFocusReturn(isOpen: boolean): void {
  // A layout effect: antd moves the focus in an effect.
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = document.activeElement
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement)
          opener.focus({ preventScroll: true })
      })
    }
  }, [isOpen])
}

/** Whether it has been open before: until then its code is not loaded. */
function useHasOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  useEffect(prepareOverlays, [])
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
