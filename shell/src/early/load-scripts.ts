import { type EarlyValues } from '@offquad/contracts'

/** The longest wait for a paint. Covered windows get no frames, although they count as visible. */
const MAX_WAIT_MS = 2_000

/**
 * Loads and runs the page's scripts. On a page that is readable without scripts they wait for its first paint: run as soon as the
 * page has been parsed, or preloaded from the beginning, they delay a phone's first paint by a quarter of a second each,
 * because they share the processor and the connection with its content. Other pages preload scripts at once, and run them at
 * the time of `defer`.
 *
 * No script has its own tag, so that a policy can trust this one by its hash, and the scripts it loads by 'strict-dynamic'.
 */
export function loadScripts({ scripts, preloads, slotPreloads, isRendered }: EarlyValues): void {
  if (!isRendered) for (const href of [...scripts, ...preloads]) preload(href)
  addEventListener('DOMContentLoaded', () => {
    const remotes = document.getElementById('root')?.dataset.remotes?.split(' ') ?? []
    const later = isRendered ? [...preloads, ...remotes.flatMap((name) => slotPreloads[name] ?? [])] : []
    const run = () => {
      for (const src of scripts.splice(0))
        document.head.append(Object.assign(document.createElement('script'), { async: false, src }))
      preloadEach(later)
    }
    if (!isRendered || document.visibilityState === 'hidden') return run()
    requestAnimationFrame(() => setTimeout(run))
    setTimeout(run, MAX_WAIT_MS)
  })
}

/** Starts one request per task, so that the page can handle input in between. */
function preloadEach(urls: string[]): void {
  const url = urls.shift()
  if (url === undefined) return
  preload(url)
  setTimeout(() => preloadEach(urls))
}

const preload = (href: string): void =>
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href }))
