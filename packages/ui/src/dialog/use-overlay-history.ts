import { useEffect, useRef } from 'react'
import { pushOverlay } from './overlay-history'

/** While `isOpen`, the browser's Back calls `onClose` instead of leaving the page. For all that covers the page. */
export function useOverlayHistory(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => (isOpen ? pushOverlay(() => latest.current()) : undefined), [isOpen])
}
