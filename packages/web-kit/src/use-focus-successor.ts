import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus of keyboards and screen readers on the page when the focused control is removed; the browser would
 * lose it. Call it in a component that renders again when its controls change.
 * @returns `onFocus` for the element around the controls, and the ref of the element that takes over, which needs
 * tabIndex -1; if that is removed too, the page takes over
 */
export function useFocusSuccessor<Successor extends HTMLElement = HTMLElement>() {
  const successor = useRef<Successor>(null)
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement !== document.body) return
    const next = successor.current ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  })
  const onFocus = ({ target }: FocusEvent) => {
    focused.current = target
  }
  return { successor, onFocus }
}
