import HtmlWebpackPlugin from 'html-webpack-plugin'

// The only subset of the font that every page of an English site uses.
const FIRST_FONT = /-latin-wght-normal\..*woff2$/

/**
 * A webpack plugin that preloads a chunk's files in index.html, so that they load in parallel with the entry.
 * `chunk` is the name of the chunk, `publicPath` the URL prefix of its files.
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

  // Preloads rather than stylesheet links, which webpack's runtime would not recognize and insert a second time.
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
