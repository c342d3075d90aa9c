import { useCallback, useEffect, useRef } from 'react'

/**
 * For actions of a component after a reply: if it has left the page, navigating would pull the user away from the page that
 * they opened meanwhile.
 * @returns a function that returns whether the component is still mounted
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
