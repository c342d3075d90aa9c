import { lazy, type ReactNode, Suspense } from 'react'
import { ScopedContent, useStyleScope } from '../theme/style-scope'
import { useFocusReturn } from './use-focus-return'
import { useOnceOpened } from './use-once-opened'
import { useOverlayHistory } from './use-overlay-history'

interface SidePanelProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const AntDrawer = lazy(async () => ({ default: (await import('./overlays')).Drawer }))
const WIDTH = 300

/** antd locks the page's scrolling only for panels in the body itself. */
const inBody = () => document.body

/** A panel from the page's edge that has the keyboard until it is closed: a phone's menu. */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const app = useStyleScope()
  useFocusReturn(isOpen)
  useOverlayHistory(isOpen, onClose)
  if (!useOnceOpened(isOpen)) return null
  return (
    <Suspense fallback={null}>
      <AntDrawer
        title={title}
        open={isOpen}
        onClose={onClose}
        size={WIDTH}
        getContainer={inBody}
        drawerRender={(panel) => <ScopedContent app={app}>{panel}</ScopedContent>}
      >
        {children}
      </AntDrawer>
    </Suspense>
  )
}
