const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const

let isPrepared = false

/** Loads the code of dialogs and panels. A failure is met again when one opens. */
export const loadOverlays = () => import('../antd/overlays')

/**
 * Loads the code of dialogs and panels when the visitor does something on the page for the first time, so that the first one
 * opens at once; not where data is to be saved.
 */
export function prepareOverlays(): void {
  if (isPrepared || savesData()) return
  isPrepared = true
  const load = () => {
    for (const sign of SIGNS) window.removeEventListener(sign, load, true)
    // Once the page shows its reaction: to begin with it takes a slow phone 40 ms.
    requestAnimationFrame(() => setTimeout(() => loadOverlays().catch(() => undefined)))
  }
  for (const sign of SIGNS) window.addEventListener(sign, load, { capture: true, passive: true })
}

/** Not in TypeScript's library: only Chromium has it. See wicg.github.io/savedata. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
