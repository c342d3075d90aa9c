/* global __webpack_require__ */

/**
 * Runs inside every remote: its files are asked for with the query its entry was asked for with. A loader that tries
 * again under another query gets other requests; a browser shares one that hangs with everybody who names its URL.
 */
export default function remoteFiles() {
  const { search } = new URL(document.currentScript.src)
  for (const name of ['u', 'miniCssF']) {
    const fileOf = __webpack_require__[name]
    if (search && fileOf) __webpack_require__[name] = (chunk) => fileOf(chunk) + search
  }
  return { name: 'remote-files' }
}
