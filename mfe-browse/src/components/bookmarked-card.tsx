import { isolated, saveToggleSlot } from '@offquad/contracts'
import { IconButton, showToast } from '@offquad/ui'
import {
  createExternalStore,
  ListingLink,
  loadRemoteDefinition,
  Slot,
  useExternalStore,
  useUser,
} from '@offquad/web-kit'
import { type ComponentProps, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The card of a listing with a bookmark on its picture. Its parent is positioned. */
export function BookmarkedCard(props: ComponentProps<typeof ListingLink>) {
  const { id, name } = props.listing.buildingData
  return (
    <>
      <ListingLink {...props} />
      <Bookmark id={id} name={name} />
    </>
  )
}

/** Whether the cards of a user have their bookmarks, whose code is loaded after everything else. */
const isLoaded = createExternalStore(false)

/** Loads the code of bookmarks. @returns whether it is there */
const loadToggle = (): Promise<boolean> =>
  loadRemoteDefinition(saveToggleSlot.remote).then(
    () => true,
    () => false,
  )

/** Loads the bookmarks of all cards once the page has nothing else to do. */
function loadWhenIdle(): () => void {
  const load = () => void loadToggle().then(isLoaded.set)
  // Safari has no idle callbacks.
  const isPlain = !('requestIdleCallback' in window)
  const request = isPlain ? setTimeout(load, 1000) : requestIdleCallback(load)
  return () => (isPlain ? clearTimeout(request) : cancelIdleCallback(request as number))
}

interface BookmarkProps {
  id: string
  name: string
}

/**
 * The bookmark of a card. It is only drawn until its code is there: a user's are loaded when the page is idle, for they show what is
 * saved; a visitor's when it is pressed.
 */
export function Bookmark({ id, name }: BookmarkProps) {
  const isSignedIn = useUser() !== undefined
  const isOfUser = useDeferredValue(useExternalStore(isLoaded)) && isSignedIn
  const [isPressed, setIsPressed] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  const isShown = isOfUser || isPressed
  useEffect(() => (isSignedIn ? loadWhenIdle() : undefined), [isSignedIn])
  useLayoutEffect(() => {
    const toggle = isShown ? root.current?.querySelector('button') : undefined
    if (hadFocus.current) toggle?.focus()
    if (isPressed) toggle?.click()
  }, [isShown, isPressed])

  function press(): void {
    void loadToggle().then((isThere) => {
      if (isThere) setIsPressed(true)
      else showToast('error', 'Error with saving apartment')
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
      {isShown ? (
        <Slot
          contract={saveToggleSlot}
          label="Saving"
          props={{ kind: 'apartment', id, name, isOnPicture: true }}
          isExtra
        />
      ) : (
        <IconButton
          className="offquad-round-button offquad-on-picture"
          title="Save"
          label={`Save: ${isolated(name)}`}
          icon="M6 3h12v18l-6-5-6 5z"
          aria-pressed={false}
          onPointerEnter={() => void loadToggle()}
          onClick={press}
        />
      )}
    </span>
  )
}
