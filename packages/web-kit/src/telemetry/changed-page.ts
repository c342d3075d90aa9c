let isChanged = false

/**
 * Watches for changes of the page that it does not make itself: by extensions, before React has taken over. Whatever fails on such
 * a page is nobody's fault.
 * @param container with the content that the server rendered
 * @returns a function that ends the watch, to be called right before React hydrates the content
 */
export function watchForChanges(container: HTMLElement): () => void {
  const observer = new MutationObserver(() => (isChanged = true))
  const observe = () => observer.observe(container, { childList: true, characterData: true, subtree: true })
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', observe, { once: true })
  else observe()
  return () => {
    isChanged ||= observer.takeRecords().length > 0
    observer.disconnect()
  }
}

/** Whether a translation or an extension has changed the page: translations wrap text in this element, which no app uses. */
export function isPageChanged(): boolean {
  isChanged ||= document.querySelector('font') !== null
  return isChanged
}

/** For tests. */
export function resetPageChanges(): void {
  isChanged = false
}
