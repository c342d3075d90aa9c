let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function replace(next: readonly HTMLElement[]): void {
  open = next
  for (const notify of listeners) notify()
}

/** The open modal dialogs. The page behind the topmost is inert, so messages and announcements are rendered inside it. */
export const openModals = {
  /** @returns a function that removes the modal */
  add(modal: HTMLElement): () => void {
    replace([...open, modal])
    return () => replace(open.filter((element) => element !== modal))
  },
  topmost: (): HTMLElement | undefined => open.at(-1),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
