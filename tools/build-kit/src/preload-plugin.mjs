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

  #preloadTag(file) {
    const link = (attributes) => ({
      tagName: 'link',
      voidTag: true,
      meta: { plugin: 'PreloadPlugin' },
      attributes: { ...attributes, href: this.publicPath + file },
    })
    const preload = (attributes) => link({ rel: 'preload', ...attributes })
    if (file.endsWith('.js')) return [preload({ as: 'script' })]
    // By data-href webpack's runtime recognizes the stylesheet, and does not insert it a second time.
    if (file.endsWith('.css')) return [link({ rel: 'stylesheet', 'data-href': file })]
    if (FIRST_FONT.test(file)) return [preload({ as: 'font', type: 'font/woff2', crossorigin: 'anonymous' })]
    return []
  }
}
