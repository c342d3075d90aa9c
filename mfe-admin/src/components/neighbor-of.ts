import { type MouseEvent } from 'react'

/** The item to focus when the pressed button's item leaves its list: the next item, or at the end the previous one. */
export function neighborOf({ currentTarget }: MouseEvent): HTMLElement | undefined {
  const { nextElementSibling: next, previousElementSibling: previous } = currentTarget.closest('li') ?? {}
  const neighbor = next ?? previous
  return neighbor instanceof HTMLElement ? neighbor : undefined
}
