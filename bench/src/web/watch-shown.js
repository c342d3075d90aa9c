// Runs in the page, before anything else: notes when the element is painted that window.shownSelector names.
const observer = new MutationObserver(() => {
  if (!document.querySelector(window.shownSelector)) return
  observer.disconnect()
  // The second frame begins when the first one, which has it, is painted.
  requestAnimationFrame(() => requestAnimationFrame(() => (window.shownAt = performance.now())))
})
observer.observe(document, { childList: true, subtree: true })
