import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this render must produce what the server rendered: true on the server, and in the browser's first render of it. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
