/** How long the page waits before it loads a script of the shell again, in milliseconds. */
const DELAYS_MS = [1_000, 4_000, 10_000]

/**
 * Runs on every page: loads the shell's scripts again when they fail, and says so when they keep failing. The shell retries the
 * files that it loads itself as often (`shell/src/index.ts`). A string, because builds would transform a function.
 */
export const RETRY_SCRIPTS = `(()=>{
const delays=${JSON.stringify(DELAYS_MS)},failures={}
const say=()=>{
if(document.getElementById("offquad-failed"))return
const note=document.createElement("p"),link=document.createElement("a")
const isReadable=document.getElementById("root")?.dataset.remotes!==undefined
note.id="offquad-failed"
note.setAttribute("role","alert")
note.style.cssText="position:fixed;inset:auto 0 0;margin:0;padding:16px;background:#fff3cd;color:#332701;text-align:center;z-index:9999"
link.href=location.href
link.style.color="inherit"
link.textContent="Reload the page"
note.append(isReadable?"A part of this page could not be loaded: you can read it, but its buttons do not work. ":"This page could not be loaded. ",link)
document.body.append(note)
}
addEventListener("error",({target})=>{
if(target?.tagName!=="SCRIPT"||!target.src.includes("/mf/shell/"))return
const{src}=target,count=failures[src]=(failures[src]||0)+1,delay=delays[count-1]
if(delay===undefined)say()
else if(target.dataset.webpack===undefined)setTimeout(()=>document.head.append(Object.assign(document.createElement("script"),{async:false,src})),delay)
},true)
})()`
