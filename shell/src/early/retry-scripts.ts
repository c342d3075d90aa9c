/** Delays before a page loads a script of the shell again, in milliseconds. */
export const RETRY_DELAYS_MS = [1_000, 4_000, 10_000]

const NOTE = 'offquad-failed'

/**
 * Loads the shell's scripts again when they fail, and tells the visitor when they keep failing. The shell retries its own
 * imports as often (`src/index.ts`).
 */
export function retryScripts(): void {
  const failures = new Map<string, number>()
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || !target.src.includes('/mf/shell/')) return
      const { src } = target
      const count = failures.get(src) ?? 0
      failures.set(src, count + 1)
      const delay = RETRY_DELAYS_MS[count]
      if (delay === undefined) sayThatItFailed()
      else if (target.dataset.webpack === undefined)
        setTimeout(
          () => document.head.append(Object.assign(document.createElement('script'), { async: false, src })),
          delay,
        )
    },
    true,
  )
}

function sayThatItFailed(): void {
  if (document.getElementById(NOTE)) return
  const isReadable = document.getElementById('root')?.dataset.remotes !== undefined
  const note = Object.assign(document.createElement('p'), { id: NOTE, role: 'alert' })
  note.style.cssText =
    'position:fixed;inset:auto 0 0;margin:0;padding:16px;background:#fff3cd;color:#332701;text-align:center;z-index:9999'
  const link = Object.assign(document.createElement('a'), {
    href: location.href,
    textContent: 'Reload the page',
  })
  link.style.color = 'inherit'
  note.append(
    isReadable
      ? 'A part of this page could not be loaded: you can read it, but its buttons do not work. '
      : 'This page could not be loaded. ',
    link,
  )
  document.body.append(note)
}
