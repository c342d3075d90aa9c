import { EARLY_CLICKS } from '@offquad/contracts'

/**
 * Runs on pages whose content is rendered here, until the shell takes over and repeats the clicks: a button that does nothing yet
 * would look broken. Links and forms with an action work without scripts. A string, because builds would transform a function.
 */
export const RECORD_CLICKS = `(()=>{
const clicks=window.${EARLY_CLICKS}=[]
addEventListener("click",(event)=>{
if(!window.${EARLY_CLICKS})return
const button=event.target.closest("button")
if(!button||button.type==="submit"&&button.form?.hasAttribute("action"))return
event.preventDefault()
event.stopImmediatePropagation()
clicks.push(button)
},true)
})()`
