import { escapeJson } from './html'

const SCRIPT = /<script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>/g

/**
 * Runs the scripts of a page that is readable without them after its first paint. With `defer` they would run as soon as the
 * page has been parsed, which on a phone is before the first paint and delays it by a quarter of a second.
 * @returns the HTML, which preloads the scripts, and the inline script that runs them
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

/** The longest wait. Covered windows get no frames, although they count as visible. */
const MAX_WAIT_MS = 500

/** Runs in the browser. A string, because the build would transform a function. */
const runAfterPaint = `(urls)=>{
const run=()=>{for(const src of urls.splice(0))document.head.append(Object.assign(document.createElement("script"),{async:false,src}))}
addEventListener("DOMContentLoaded",()=>{
if(document.visibilityState==="hidden")return run()
requestAnimationFrame(()=>setTimeout(run))
setTimeout(run,${MAX_WAIT_MS})
})
}`
