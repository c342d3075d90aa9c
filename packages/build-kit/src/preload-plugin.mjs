import HtmlWebpackPlugin from 'html-webpack-plugin'

// The one subset of the font that every page of an English site uses.
const FIRST_FONT = /-latin-wght-normal\..*woff2$/

/**
 * Has index.html name the chunks that the first render needs: they arrive together with the entry, not after it.
 * A webpack plugin; `publicPath` is where the page finds them.
 */
export class PreloadPlugin {
  constructor({ publicPath }) {
    this.publicPath = publicPath
  }

  apply(compiler) {
    compiler.hooks.compilation.tap('PreloadPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PreloadPlugin', (groups) => {
        groups.headTags.unshift(...firstFiles(compilation).flatMap((file) => this.#preloadTag(file)))
        return groups
      })
    })
  }

  // No stylesheet links: webpack's run time would not recognise them and insert each a second time.
  #preloadTag(file) {
    const link = (attributes) => ({
      tagName: 'link',
      voidTag: true,
      meta: { plugin: 'PreloadPlugin' },
      attributes: { rel: 'preload', href: this.publicPath + file, ...attributes },
    })
    if (file.endsWith('.js')) return [link({ as: 'script' })]
    if (file.endsWith('.css')) return [link({ as: 'style' })]
    if (FIRST_FONT.test(file)) return [link({ as: 'font', type: 'font/woff2', crossorigin: 'anonymous' })]
    return []
  }
}

function firstFiles(compilation) {
  const groups = compilation.chunkGroups.filter((group) => !group.isInitial() && !isFallback(group))
  const chunks = new Set(groups.flatMap((group) => group.chunks))
  return [...chunks].flatMap((chunk) => [...chunk.files, ...chunk.auxiliaryFiles])
}

// What a host without the shared package would load; the shell is the one that brings it.
const isFallback = (group) => group.origins.every(({ module }) => module?.type === 'consume-shared-module')
