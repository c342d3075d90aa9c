import { startTransition } from 'react'
import { flushSync } from 'react-dom'

/** Of the picture that a card and its page have in common; the page's has it by its style. */
const NAME = 'place-picture'

let clicked: HTMLAnchorElement | null = null

/** Remembers which card is followed, by pointer or keyboard. @returns forgets it */
export function watchCards(): () => void {
  const watch = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest<HTMLAnchorElement>('a.offquad-card-link') : null
  }
  document.addEventListener('click', watch, { capture: true })
  return () => document.removeEventListener('click', watch, { capture: true })
}

/**
 * Shows the next page. From a card to its page the picture grows into that of the page, where the browser can and the
 * visitor does not mind motion.
 * @param path of the next page
 * @param show sets the state by which it is rendered
 */
export function showPage(path: string, show: () => void): void {
  const picture =
    clicked?.pathname === path ? clicked.querySelector<HTMLElement>('.offquad-card-photo') : null
  clicked = null
  // Missing in older browsers.
  if (!picture || !('startViewTransition' in document) || !mayMove()) {
    startTransition(show)
    return
  }
  picture.style.viewTransitionName = NAME
  document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    // The browser compares what is there before and after this function.
    flushSync(show)
  })
}

// On a slow phone the browser takes 60 ms to capture the card, in which the page would be there.
const mayMove = () => matchMedia('(prefers-reduced-motion: no-preference) and (min-width: 601px)').matches
