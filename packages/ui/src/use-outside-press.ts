import { type RefObject, useEffect, useEffectEvent } from 'react'

/** While `isActive`, calls `onPress` when the pointer presses something outside of `root`. */
export function useOutsidePress(
  root: RefObject<HTMLElement | null>,
  isActive: boolean,
  onPress: () => void,
): void {
  const onOutsidePress = useEffectEvent(onPress)
  useEffect(() => {
    if (!isActive) return
    const check = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) onOutsidePress()
    }
    document.addEventListener('pointerdown', check)
    return () => document.removeEventListener('pointerdown', check)
  }, [root, isActive])
}
