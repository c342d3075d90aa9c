import { startTransition } from 'react'
import { flushSync } from 'react-dom'

/** What a card and its page have in common. Only one picture at a time may be called so. */
const NAME = 'place-picture'
/** Pages mark their first picture with this attribute. */
const PICTURE_OF_PAGE = '[data-place-picture]'

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
  let grown: HTMLElement | null = null
  const transition = document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    // The browser compares what is there before and after this function.
    flushSync(show)
    grown = document.querySelector<HTMLElement>(PICTURE_OF_PAGE)
    if (grown) grown.style.viewTransitionName = NAME
  })
  // Without motion, for example in a tab that is not seen, the page is there all the same.
  transition.ready.catch(() => undefined)
  void transition.finished.finally(() => {
    if (grown) grown.style.viewTransitionName = ''
  })
}

// On a slow phone the browser takes 60 ms to capture the card, in which the page would be there.
const mayMove = () => matchMedia('(prefers-reduced-motion: no-preference) and (min-width: 601px)').matches
