/** The entry file that module federation writes to disk; its name is a hash of absolute paths. */
const FEDERATION_ENTRY = /[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js/

/** A shared package of the shell; its identifier ends with an absolute path: 'provide module (default) react@19.3.1 = /…'. */
const PROVIDED_MODULE = /^provide module \(\w+\) (.+)@[^@]+ = /

/**
 * A webpack plugin that makes builds independent of their folder: module ids and source maps do not depend on where module
 * federation writes its entry, nor on the provisional names of chunks before their content is hashed.
 */
export class ReproducibleBuildPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.compilation.tap('ReproducibleBuildPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('ReproducibleBuildPlugin', (modules) => {
        for (const module of modules) {
          const id = idOf(module.identifier())
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id)
        }
      })
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ReproducibleBuildPlugin', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets).filter(([file]) => file.endsWith('.map'))) {
          const map = stableMap(JSON.parse(source.source().toString()), name.replace(/\.map$/, ''))
          compilation.updateAsset(name, new sources.RawSource(JSON.stringify(map)))
        }
      })
    })
  }
}

/** The id of a module whose identifier contains an absolute path, from which webpack would derive the id. */
function idOf(identifier) {
  const [, provided] = PROVIDED_MODULE.exec(identifier) ?? []
  if (provided !== undefined) return `provide ${provided}`
  if (!FEDERATION_ENTRY.test(identifier)) return undefined
  return identifier.startsWith('container entry') ? 'container' : 'federation'
}

const stableMap = (map, file) => ({
  ...map,
  file,
  sources: map.sources.map((source) => source.replace(FEDERATION_ENTRY, '/.federation/entry.js')),
  sourcesContent: map.sourcesContent?.map((content, index) =>
    isGenerated(map.sources[index]) ? null : content,
  ),
})

/** Whether webpack or module federation generated the source, so that there is no file. */
const isGenerated = (source) => FEDERATION_ENTRY.test(source) || /^webpack:\/\/[^/]*\/webpack\//.test(source)
