let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function replace(next: readonly HTMLElement[]): void {
  open = next
  for (const notify of listeners) notify()
}

/** The modal dialogs that are open. The page behind the topmost is inert: what has to be seen and heard goes into it. */
export const openModals = {
  /** @returns removes it */
  add(modal: HTMLElement): () => void {
    replace([...open, modal])
    return () => replace(open.filter((other) => other !== modal))
  },
  topmost: (): HTMLElement | undefined => open.at(-1),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
