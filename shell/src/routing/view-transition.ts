import { startTransition } from 'react'
import { flushSync } from 'react-dom'

/** Name that the pictures of a card and its page share. Only one element may have it at a time. */
const NAME = 'place-picture'
/** Pages mark their first picture with this attribute. */
const PICTURE_OF_PAGE = '[data-place-picture]'

let clicked: HTMLAnchorElement | null = null
/** Shows the page of the URL, which may change before the browser has captured a card. */
let showLatest: () => void

/** Records which card the visitor follows, by pointer or keyboard. @returns a function that stops recording */
export function watchCards(): () => void {
  const watch = ({ target }: Event) => {
    clicked = target instanceof Element ? target.closest<HTMLAnchorElement>('a.offquad-card-link') : null
  }
  document.addEventListener('click', watch, { capture: true })
  return () => document.removeEventListener('click', watch, { capture: true })
}

/**
 * Shows the next page. From a card to its page the card's picture grows into the page's, unless the browser lacks view
 * transitions or the visitor prefers reduced motion. On a phone the card fills the page at once.
 * @param path of the next page
 * @param show sets the state that renders the next page
 */
export function showPage(path: string, show: () => void): void {
  const card = clicked?.pathname === path && clicked
  const picture = card && card.querySelector<HTMLElement>('.offquad-card-photo')
  clicked = null
  showLatest = show
  hidePreview()
  // A slow one takes 60 ms to capture the card, and would show the page in that time.
  const isPhone = matchMedia('(max-width: 600px)').matches
  if (card && picture && isPhone) showPreview(card)
  const isStill = isPhone || !matchMedia('(prefers-reduced-motion: no-preference)').matches
  // Older browsers lack `startViewTransition`.
  if (!picture || isStill || !('startViewTransition' in document)) {
    startTransition(show)
    return
  }
  picture.style.viewTransitionName = NAME
  let grown: HTMLElement | null = null
  const transition = document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    // The browser captures the page before and after this function.
    flushSync(showLatest)
    grown = document.querySelector<HTMLElement>(PICTURE_OF_PAGE)
    if (grown) grown.style.viewTransitionName = NAME
  })
  // A skipped transition, for example in a hidden tab, still shows the page.
  transition.ready.catch(() => undefined)
  void transition.finished.finally(() => {
    if (grown) grown.style.viewTransitionName = ''
  })
}

/** Shows an apartment's card as the top of its page until `hidePreview`: a slow phone takes 200 ms to render the page. */
function showPreview(card: HTMLAnchorElement): void {
  // A card on a map has the number in it.
  const { photos = '' } = (card.querySelector<HTMLElement>('[data-photos]') ?? card).dataset
  if (!card.pathname.startsWith('/apartment/') || photos === '0') return
  const preview = card.cloneNode(true) as HTMLElement
  preview.className = 'shell-preview offquad-plain-link'
  preview.dataset.photos = photos
  preview.removeAttribute('href')
  preview.ariaHidden = 'true'
  document.body.append(preview)
}

/** Call it when a page is rendered. */
export function hidePreview(): void {
  document.querySelector('.shell-preview')?.remove()
}
