/**
 * The browser's history while something lies over the page: each open overlay has one entry above the page's own, so that
 * Back closes the topmost instead of leaving the page. An entry copies the page's state and URL, so a router sees the same
 * location wherever the history stands. One list for the page, because `ui` is shared by all of its remotes.
 */
interface Overlay {
  close: () => void
}

/** How many overlays were open at an entry of the history. */
const DEPTH = 'offquadOverlays'

/** Bottom first. */
const opened: Overlay[] = []
let isTraversing = false
let isScheduled = false
let lastPage = 0

/**
 * Gives an overlay an entry in the history; `close` is called when Back leaves it.
 * @returns to be called when it was closed by other means; takes its entry out again
 */
export function pushOverlay(close: () => void): () => void {
  const overlay = { close }
  opened.push(overlay)
  schedule()
  return () => {
    const index = opened.indexOf(overlay)
    if (index >= 0) opened.splice(index, 1)
    schedule()
  }
}

// In a task of its own: one overlay that replaces another keeps its entry, and a link in an overlay leads on before
// anything goes back.
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    synchronize()
  })
}

/** Makes the entries above the page as many as there are open overlays. */
function synchronize(): void {
  if (isTraversing) return
  lastPage = pageOf(history.state)
  const depth = depthOf(history.state)
  if (depth > opened.length) goBack(depth - opened.length)
  for (let next = depth + 1; next <= opened.length; next += 1)
    history.pushState({ ...stateObject(history.state), [DEPTH]: next }, '')
}

function goBack(entries: number): void {
  isTraversing = true
  history.go(-entries)
}

function followHistory({ state }: PopStateEvent): void {
  const wasExpected = isTraversing
  isTraversing = false
  const depth = depthOf(state)
  const page = pageOf(state)
  const isForwardOnPage = page === lastPage && depth > 0 && !wasExpected
  lastPage = page
  if (wasExpected) {
    schedule()
    return
  }
  if (depth > opened.length) skipLeftOver(depth - opened.length, isForwardOnPage)
  else for (const overlay of opened.splice(depth).reverse()) overlay.close()
}

// What was open here is closed: the page below is shown, or the page that was opened from the overlay.
function skipLeftOver(entries: number, isForward: boolean): void {
  if (!isForward || !canGoForward()) return goBack(entries)
  history.go(1)
}

// Not every browser knows; there the page stays.
const canGoForward = (): boolean =>
  (window as { navigation?: { canGoForward: boolean } }).navigation?.canGoForward ?? false

const stateObject = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

const numberIn = (state: unknown, name: string): number => {
  const value = stateObject(state)[name]
  return typeof value === 'number' ? value : 0
}

const depthOf = (state: unknown): number => numberIn(state, DEPTH)

/** Routers number their entries; a later page has a higher number. */
const pageOf = (state: unknown): number => numberIn(state, 'idx')

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', followHistory)
  // After a reload nothing is open any more.
  schedule()
}
