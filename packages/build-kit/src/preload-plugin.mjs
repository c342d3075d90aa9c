import HtmlWebpackPlugin from 'html-webpack-plugin'

// The one subset of the font that every page of an English site uses.
const FIRST_FONT = /-latin-wght-normal\..*woff2$/

/**
 * Has index.html name the files that the first render needs: they arrive together with the entry, not after it.
 * A webpack plugin; `chunk` is the name of the chunk they belong to, `publicPath` is where the page finds them.
 */
export class PreloadPlugin {
  constructor({ chunk, publicPath }) {
    this.chunk = chunk
    this.publicPath = publicPath
  }

  apply(compiler) {
    compiler.hooks.compilation.tap('PreloadPlugin', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap('PreloadPlugin', (groups) => {
        const { files, auxiliaryFiles } = compilation.namedChunks.get(this.chunk)
        groups.headTags.push(...[...files, ...auxiliaryFiles].flatMap((file) => this.#preloadTag(file)))
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
