import { REMEMBERED_USER_KEY, REMEMBERS_USER } from '@offquad/contracts'

/**
 * Runs on pages that are rendered here, as for a signed-out visitor: hides the sign-in button from the user of the last visit
 * until the shell takes over. Browsers that block storage throw.
 */
export const MARK_REMEMBERED_USER = `try{
if(localStorage.getItem("${REMEMBERED_USER_KEY}"))document.documentElement.dataset.${REMEMBERS_USER}=""
}catch{}`
