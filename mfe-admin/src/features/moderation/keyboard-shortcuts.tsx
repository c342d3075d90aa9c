import './moderation.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { undoLatest } from '../../components/undoable-decisions'

const LEGEND = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve or ignore'],
  ['D', 'decline'],
  ['R', 'decline with a reason'],
  ['X', 'delete'],
  ['U', 'undo'],
] as const

/**
 * Keyboard shortcuts for the review queues inside. They apply to the focused review; once it is decided, by key or by
 * button, the next one is focused.
 */
export function KeyboardShortcuts({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => root.current && handleKey(root.current, event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div
      className="admin-moderation"
      data-queues
      ref={root}
      tabIndex={-1}
      onClickCapture={({ currentTarget, target }) => moveFocus(currentTarget, target as Element)}
    >
      <p className="admin-keys">
        {LEGEND.map(([key, meaning]) => (
          <span key={key}>
            <kbd>{key}</kbd> {meaning}
          </span>
        ))}
      </p>
      {children}
    </div>
  )
}

const CARD = '[data-review]'
const TEXT_INPUTS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox]'

function handleKey(root: HTMLElement, event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, repeat } = event
  if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TEXT_INPUTS))) return
  const shortcut = key.toUpperCase()
  const cards = visibleCards(root)
  const current = document.activeElement?.closest<HTMLElement>(CARD)
  const index = current ? cards.indexOf(current) : -1
  // A queue that shows one review at a time; from its last one J leads to the next queue.
  const step = current
    ?.closest('[data-single]')
    ?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${shortcut}"]:enabled`)
  if (step && (shortcut === 'J' || shortcut === 'K')) step.click()
  else if (shortcut === 'J') (cards[index + 1] ?? cards[index] ?? cards[0])?.focus()
  else if (shortcut === 'K') (cards[index - 1] ?? cards[0])?.focus()
  else if (shortcut === 'U') focusRestored(root, undoLatest())
  // Holding a key down must not decide one review after another.
  else if ('ADRX'.includes(shortcut) && !repeat)
    current?.querySelector<HTMLElement>(`button[aria-keyshortcuts="${shortcut}"]`)?.click()
  else return
  event.preventDefault()
}

/** The reviews in expanded sections, from top to bottom. */
const visibleCards = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CARD)].filter((card) => !card.closest('details:not([open])'))

/** A decided review leaves its list: focus the next one, or at the end the previous one. */
function moveFocus(root: HTMLElement, target: Element): void {
  const card = target.closest('button[data-decides]')?.closest<HTMLElement>(CARD)
  if (!card) return
  // A queue that shows one review at a time focuses the next one itself.
  if (card.closest('[data-single]')) return root.focus({ preventScroll: true })
  const cards = visibleCards(root)
  const index = cards.indexOf(card)
  const next = cards[index + 1] ?? cards[index - 1] ?? root
  next.focus()
}

/** The restored review is back in its list only after React has rendered it. */
function focusRestored(root: HTMLElement, id: string | undefined): void {
  requestAnimationFrame(() =>
    visibleCards(root)
      .find((card) => card.dataset.review === id)
      ?.focus(),
  )
}
