/**
 * A webpack loader for a remote's one module during development: an update of it, or of what it imports, replaces the
 * remote's definition on the page. A platform that is older than this knows no replacing, and goes without.
 */
export default function hotRemoteLoader(source, sourceMap) {
  const { name } = this.getOptions()
  const accept = `
import * as offquadWebKit from '@offquad/web-kit'
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept()
  offquadWebKit.replaceLoadedRemote?.(${JSON.stringify(name)}, remote)
}
`
  this.callback(null, source + accept, sourceMap)
}
