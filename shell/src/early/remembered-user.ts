import { REMEMBERED_USER_KEY } from '@offquad/contracts'
import { REMEMBERS_USER } from './marks'

/** Hides the sign-in button from the user of the last visit until the shell takes over. */
export function markRememberedUser(): void {
  try {
    if (localStorage.getItem(REMEMBERED_USER_KEY)) document.documentElement.dataset[REMEMBERS_USER] = ''
  } catch {
    // Browsers that block storage throw.
  }
}
