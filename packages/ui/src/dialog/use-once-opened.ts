import { useState } from 'react'

/** Whether something has ever been open: until then it need not be loaded. */
export function useOnceOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened
}
