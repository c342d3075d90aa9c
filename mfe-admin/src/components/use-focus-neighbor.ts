import { useFocusSuccessor } from '@offquad/web-kit'
import { type FocusEvent } from 'react'

/** `onFocus` of a list: hands on the focus of an item that leaves it to the next item, or at the end to the previous one. */
export function useFocusNeighbor(): (event: FocusEvent) => void {
  const { successor: successorRef, onFocus } = useFocusSuccessor()
  return (event) => {
    const { nextElementSibling, previousElementSibling } = event.target.closest('li') ?? {}
    successorRef.current = (nextElementSibling ?? previousElementSibling ?? null) as HTMLElement | null
    onFocus(event)
  }
}
