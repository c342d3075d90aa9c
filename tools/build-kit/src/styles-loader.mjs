import path from 'node:path'
import postcss from 'postcss'
import { isolateStyles, layerStyles } from './isolate-styles.mjs'

/**
 * A webpack loader that assigns each stylesheet to a cascade layer (base, antd, ui, shell, remotes), and confines those of
 * remotes to what they render.
 */
export default function stylesLoader(source, sourceMap) {
  const callback = this.async()
  const { folder } = this.getOptions()
  const map = this.sourceMap && { inline: false, annotation: false, prev: sourceMap ?? false }
  postcss([pluginFor(folder, this.resourcePath), lateFontsWait])
    .process(source, { from: this.resourcePath, map })
    .then(
      (result) => callback(null, result.css, result.map?.toJSON()),
      (error) => callback(error.name === 'CssSyntaxError' ? new Error(error.toString(false)) : error),
    )
}

/**
 * A font that is not there for the first paint is for the next page: exchanging it moves text, and on a phone all of it is laid
 * out again while scripts start.
 */
const lateFontsWait = {
  postcssPlugin: 'late-fonts-wait',
  Declaration: {
    'font-display'(declaration) {
      declaration.value = 'optional'
    },
  },
}

const REPOSITORY = path.resolve(import.meta.dirname, '../../..')
const THEME = path.join('packages', 'ui', 'src', 'theme')

/** Every stylesheet in a remote's build belongs to the remote; in the shell's build, the file's folder decides. */
function pluginFor(folder, file) {
  const source = path.relative(REPOSITORY, file)
  const app = path.basename(folder)
  if (app.startsWith('mfe-')) return isolateStyles(app)
  if (source.startsWith(THEME)) return layerStyles('base')
  return layerStyles(source.startsWith(`shell${path.sep}`) ? 'shell' : 'ui')
}
