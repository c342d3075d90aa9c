import { escapeJson } from './html'

const SCRIPT = /<script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>/g

/**
 * Lets the scripts of a page that is readable without them run after its first paint. With `defer` they run as soon as the page
 * has been parsed: on a phone that is before the first paint, which they delay by a quarter of a second.
 * @returns the HTML, which preloads them, and the inline script that runs them
 */
export function withScriptsAfterPaint(html: string): { html: string; script: string } {
  const urls = [...html.matchAll(SCRIPT)].map(([, url = '']) => url)
  return {
    html: html.replace(
      SCRIPT,
      (_tag, url: string) => `<link fetchpriority="low" rel="preload" as="script" href="${url}">`,
    ),
    script: `(${runAfterPaint})(${escapeJson(JSON.stringify(urls))})`,
  }
}

/** How long scripts wait at most. Windows that are covered have no frames, although they count as visible. */
const MAX_WAIT_MS = 500

/** Runs on the page. A string, because builds would transform a function. */
const runAfterPaint = `(urls)=>{
const run=()=>{for(const src of urls.splice(0))document.head.append(Object.assign(document.createElement("script"),{async:false,src}))}
addEventListener("DOMContentLoaded",()=>{
if(document.visibilityState==="hidden")return run()
requestAnimationFrame(()=>setTimeout(run))
setTimeout(run,${MAX_WAIT_MS})
})
}`
