/* global __webpack_require__ */

/**
 * Runs inside every remote: requests its files with the query of its entry. A loader that retries under another query thereby
 * causes new requests, while a browser would share a hanging request with every retry of the same URL.
 */
export default function remoteFiles() {
  const { search } = new URL(document.currentScript.src)
  for (const name of ['u', 'miniCssF']) {
    const fileOf = __webpack_require__[name]
    if (search && fileOf) __webpack_require__[name] = (chunk) => fileOf(chunk) + search
  }
  return { name: 'remote-files' }
}
