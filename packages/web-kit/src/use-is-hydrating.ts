import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this render must match the server's: true on the server, and in the browser's first render of a server's page. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
