import './dialog.css'
import { type ModalProps } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { ScopedContent, scopeAttribute, useStyleScope } from '../theme/style-scope'
import { useOverlayHistory } from './overlay-history'
import { loadOverlays, prepareOverlays } from './prepare-overlays'

const AntModal = lazy(async () => ({ default: (await loadOverlays()).Modal }))
const AntDrawer = lazy(async () => ({ default: (await loadOverlays()).Drawer }))

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
  useFocusReturn(open)
  useOverlayHistory(open, onClose)
  if (!useHasOpened(open)) return null
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

interface SidePanelProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const SIDE_PANEL_WIDTH = 300

/** A modal panel at the edge of the page: the menu on a phone. */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const app = useStyleScope()
  useFocusReturn(isOpen)
  useOverlayHistory(isOpen, onClose)
  if (!useHasOpened(isOpen)) return null
  return (
    <Suspense fallback={null}>
      <AntDrawer
        title={title}
        open={isOpen}
        onClose={onClose}
        size={SIDE_PANEL_WIDTH}
        getContainer={inBody}
        drawerRender={(panel) => <ScopedContent app={app}>{panel}</ScopedContent>}
      >
        {children}
      </AntDrawer>
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
