/**
 * A webpack plugin that adds a file to a build.
 * @param {string} file its name
 * @param {() => string | Promise<string>} textOf
 * @param {object} [info] what webpack should know about it
 */
export const addedFile = (file, textOf, info) => ({
  apply: ({ hooks, webpack }) =>
    hooks.thisCompilation.tap('addedFile', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'addedFile', stage }, async () =>
        compilation.emitAsset(file, new webpack.sources.RawSource(await textOf()), info),
      )
    }),
})
