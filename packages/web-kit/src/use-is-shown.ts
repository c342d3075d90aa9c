import { useCallback, useEffect, useRef } from 'react'

/**
 * For what a component does after a reply: navigating from one that has left the page would pull the user away from where
 * they went meanwhile.
 * @returns says whether the component is still mounted
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
