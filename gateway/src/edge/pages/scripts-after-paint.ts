import { PRELOAD, SCRIPT } from './hashed-scripts'
import { escapeJson } from './html'

/** Unknown to browsers, so that the link loads nothing yet. */
const PRELOAD_LATER = 'preload-after-paint'

/**
 * Loads and runs the scripts of a page that is readable without them after its first paint. With `defer` they would run as soon
 * as the page has been parsed, which on a phone is before the first paint. Preloaded from the beginning, they would share the
 * connection with pictures, and each request takes the browser time before it parses the page. Both delay the first paint of a
 * phone by a quarter of a second.
 * @returns the HTML without scripts, and the inline script that loads and runs them
 */
export function withScriptsAfterPaint(html: string): { html: string; script: string } {
  const urls = [...html.matchAll(SCRIPT)].map(([, url = '']) => url)
  return {
    html: preloadedAfterPaint(html.replace(SCRIPT, '')),
    script: `(${runAfterPaint})(${escapeJson(JSON.stringify(urls))})`,
  }
}

/** Tags of preloads for the script above, which begins them. */
export const preloadedAfterPaint = (tags: string): string =>
  tags.replace(PRELOAD, (tag) => tag.replace('rel="preload"', `rel="${PRELOAD_LATER}"`))

/** The longest wait. Covered windows get no frames, although they count as visible. */
const MAX_WAIT_MS = 2_000

/** Runs in the browser. A string, because the build would transform a function. */
const runAfterPaint = `(urls)=>{
const preload=()=>{
const link=document.querySelector("link[rel=${PRELOAD_LATER}]")
if(!link)return
link.rel="preload"
setTimeout(preload)
}
const run=()=>{
for(const src of urls.splice(0))document.head.append(Object.assign(document.createElement("script"),{async:false,src}))
preload()
}
addEventListener("DOMContentLoaded",()=>{
if(document.visibilityState==="hidden")return run()
requestAnimationFrame(()=>setTimeout(run))
setTimeout(run,${MAX_WAIT_MS})
})
}`
