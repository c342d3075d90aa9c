import { REMEMBERED_USER_KEY, REMEMBERS_USER } from '@offquad/contracts'

/**
 * Runs on pages whose content is rendered here, which is that of a visitor: a user of the last visit shall not see a sign-in button
 * until the shell takes over. Browsers that block storage throw.
 */
export const MARK_REMEMBERED_USER = `try{
if(localStorage.getItem("${REMEMBERED_USER_KEY}"))document.documentElement.dataset.${REMEMBERS_USER}=""
}catch{}`
