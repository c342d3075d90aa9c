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

/** Whether a user has the buttons of mfe-account, whose code is loaded after everything else. */
const isLoaded = createExternalStore(false)

/** Loads the code of the buttons. @returns whether it is there */
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
  /** The slot, of which the first button counts. */
  children: ReactNode
  /** The button until then. */
  draw: (events: Pick<ComponentProps<'button'>, 'aria-pressed' | 'onClick' | 'onPointerEnter'>) => ReactNode
  /** What a toast says when the code cannot be loaded. */
  failure: string
}

/**
 * A button of mfe-account. It is only drawn until its code is there: a user's are loaded when the page is idle, for they show
 * what is saved; a visitor's when it is pressed.
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
        // Without one, the focused button was replaced.
        if (relatedTarget) hadFocus.current = false
      }}
    >
      {isShown
        ? children
        : draw({ 'aria-pressed': false, onPointerEnter: () => void loadButtons(), onClick: press })}
    </span>
  )
}
