import path from 'node:path'
import { build } from 'esbuild'
import { packageFolder } from './shared-versions.mjs'
import { importsOfApp, importsOfExport } from './source-imports.mjs'
import { unusedContractsAreDropped } from './unused-contracts-plugin.mjs'

/** Written to dist for the deploy command; not published. */
export const USED_CONTRACTS_NOTE = '.build-contracts.json'

const CONTRACTS = '@offquad/contracts'
const WEB_KIT = '@offquad/web-kit'

/**
 * The exports of the contracts that an app uses, directly and through the exports of web-kit that it imports. The shell contains
 * web-kit and uses all of it.
 * @param {string} folder absolute path of the app's folder
 * @returns {{ own: string[], throughWebKit: string[] }} sorted; '*' if any may be used
 */
export function usedContracts(folder) {
  const imports = importsOfApp(path.join(folder, 'src'))
  const ofWebKit = path.basename(folder) === 'shell' ? ['*'] : [...(imports.get(WEB_KIT) ?? [])]
  const webKit = path.join(packageFolder(folder, WEB_KIT), 'src')
  const through = ofWebKit.flatMap((name) => [...(importsOfExport(webKit, name).get(CONTRACTS) ?? [])])
  return {
    own: [...(imports.get(CONTRACTS) ?? [])].toSorted(),
    throughWebKit: [...new Set(through)].toSorted(),
  }
}

/**
 * The code of used contracts, which stays the same where others are added or changed.
 * @param {string} folder absolute path of the app's folder
 * @param {{ own: string[], throughWebKit: string[] }} used
 * @returns {Promise<string>} JavaScript
 */
export async function codeOfContracts(folder, { own, throughWebKit }) {
  const names = [...new Set([...own, ...throughWebKit])].toSorted()
  const exported = names.includes('*') ? '*' : `{ ${names.join(', ')} }`
  const { outputFiles } = await build({
    stdin: { contents: `export ${exported} from '${CONTRACTS}'`, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    external: ['typebox'],
    plugins: [unusedContractsAreDropped],
    logLevel: 'silent',
  })
  return outputFiles[0].text
}

/** A webpack plugin that writes the used contracts into the build, because images that deploy it lack web-kit's source. */
export class UsedContractsPlugin {
  constructor(folder) {
    this.folder = folder
  }

  apply(compiler) {
    if (compiler.options.mode !== 'production') return
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('UsedContractsPlugin', (compilation) => {
      // After the plugins that compress and hash published files.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'UsedContractsPlugin', stage }, () => {
        const note = JSON.stringify(usedContracts(this.folder))
        compilation.emitAsset(USED_CONTRACTS_NOTE, new sources.RawSource(note))
      })
    })
  }
}
