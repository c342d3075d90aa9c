import { useEffect, useEffectEvent } from 'react'

/*
 * Gives each open overlay an entry in the browser's history, above the page's own, so that Back closes the topmost overlay
 * instead of leaving the page. An entry copies the page's state and URL, so that the router sees no navigation. One list
 * for the page, because all remotes share `ui`.
 */

/** Key in `history.state`: the number of overlays that were open at that entry. */
const DEPTH = 'offquadOverlays'

/** Functions that close the open overlays, bottom first. */
const opened: (() => void)[] = []
let isTraversing = false
let isScheduled = false
let lastPage = 0

/**
 * Adds a history entry for an overlay; `close` is called when Back leaves it.
 * @returns a function that removes the entry; call it when the overlay was closed by other means
 */
export function pushOverlay(close: () => void): () => void {
  opened.push(close)
  schedule()
  return () => {
    const index = opened.indexOf(close)
    if (index >= 0) opened.splice(index, 1)
    schedule()
  }
}

// In a separate task: an overlay that replaces another keeps its entry, and a link in an overlay navigates before any
// entry is removed.
function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    synchronize()
  })
}

/** Makes the number of entries above the page equal to the number of open overlays. */
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
  if (depth > opened.length) skipStaleEntries(depth - opened.length, isForwardOnPage)
  else for (const close of opened.splice(depth).reverse()) close()
}

// The overlay of this entry is closed already: skip to the page below it, or to the page that was opened from it.
function skipStaleEntries(entries: number, isForward: boolean): void {
  if (!isForward || !canGoForward()) return goBack(entries)
  history.go(1)
}

// Browsers without the Navigation API stay on the page.
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

/** While `isOpen`, the browser's Back calls `onClose` instead of leaving the page. For all overlays that cover the page. */
export function useOverlayHistory(isOpen: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(onClose)
  useEffect(() => (isOpen ? pushOverlay(() => onBack()) : undefined), [isOpen])
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', followHistory)
  // After a reload no overlay is open.
  schedule()
}
