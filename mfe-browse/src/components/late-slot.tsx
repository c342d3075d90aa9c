import { saveToggleSlot } from '@offquad/contracts'
import { showToast } from '@offquad/ui'
import { createExternalStore, loadRemoteDefinition, useExternalStore, useUser } from '@offquad/web-kit'
import {
  type ComponentProps,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Whether the code of mfe-account's buttons, which is loaded after everything else, is there for a user. */
const isLoaded = createExternalStore(false)

/** Loads the code of the buttons. @returns whether it could be loaded */
const loadButtons = (): Promise<boolean> =>
  loadRemoteDefinition(saveToggleSlot.remote).then(
    () => true,
    () => false,
  )

/** Loads the buttons of a page once it has nothing else to do. */
function loadWhenIdle(): () => void {
  const load = () => void loadButtons().then(isLoaded.set)
  // Safari has no idle callbacks.
  const isPlain = !('requestIdleCallback' in window)
  const request = isPlain ? setTimeout(load, 1000) : requestIdleCallback(load)
  return () => (isPlain ? clearTimeout(request) : cancelIdleCallback(request as number))
}

interface LateSlotProps {
  /** The slot; its first button replaces the drawn one. */
  children: ReactNode
  /** The button until then. */
  draw: (events: Pick<ComponentProps<'button'>, 'aria-pressed' | 'onClick' | 'onPointerEnter'>) => ReactNode
  /** Text of the toast when the code cannot be loaded. */
  failure: string
}

/**
 * A button of mfe-account, drawn without its code until that is loaded: for a user when the page is idle, because the button
 * shows whether the place is saved; for a visitor when they press it.
 */
export function LateSlot({ children, draw, failure }: LateSlotProps) {
  const isSignedIn = useUser() !== undefined
  const isOfUser = useDeferredValue(useExternalStore(isLoaded)) && isSignedIn
  const [isPressed, setIsPressed] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  const isShown = isOfUser || isPressed
  useEffect(() => (isSignedIn ? loadWhenIdle() : undefined), [isSignedIn])
  useLayoutEffect(() => {
    const button = isShown ? root.current?.querySelector('button') : undefined
    if (hadFocus.current) button?.focus()
    if (isPressed) button?.click()
  }, [isShown, isPressed])

  function press(): void {
    void loadButtons().then((isThere) => {
      if (isThere) setIsPressed(true)
      else showToast('error', failure)
    })
  }

  return (
    <span
      ref={root}
      style={{ display: 'contents' }}
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => {
        // Without a related target, the focused button was replaced.
        if (relatedTarget) hadFocus.current = false
      }}
    >
      {isShown
        ? children
        : draw({ 'aria-pressed': false, onPointerEnter: () => void loadButtons(), onClick: press })}
    </span>
  )
}
