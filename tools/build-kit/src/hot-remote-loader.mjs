/**
 * A webpack loader for a remote's exposed module during development: an update of the module or of its imports replaces the
 * remote's definition on the page. Older platforms do not support this and ignore it.
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
