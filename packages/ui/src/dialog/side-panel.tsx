import { lazy, type ReactNode, Suspense } from 'react'
import { useFocusReturn } from './use-focus-return'
import { useOnceOpened } from './use-once-opened'

interface SidePanelProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

const AntDrawer = lazy(async () => ({ default: (await import('./overlays')).Drawer }))
const WIDTH = 300

/** A panel from the page's edge that has the keyboard until it is closed: a phone's menu. */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  useFocusReturn(isOpen)
  if (!useOnceOpened(isOpen)) return null
  return (
    <Suspense fallback={null}>
      <AntDrawer title={title} open={isOpen} onClose={onClose} size={WIDTH}>
        {children}
      </AntDrawer>
    </Suspense>
  )
}
