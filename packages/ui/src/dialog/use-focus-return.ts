import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to where it was before something opened, should nobody else do so: what closes without motion, as
 * some readers want it, takes the focus with it.
 */
export function useFocusReturn(isOpen: boolean): void {
  // Before what opens takes the focus, which it does in an effect of its own.
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
