import { type MouseEvent } from 'react'

/** What to focus when the item with the pressed button leaves its list: the next one, or at the end the previous one. */
export function neighborOf({ currentTarget }: MouseEvent): HTMLElement | undefined {
  const { nextElementSibling: next, previousElementSibling: previous } = currentTarget.closest('li') ?? {}
  const neighbor = next ?? previous
  return neighbor instanceof HTMLElement ? neighbor : undefined
}
