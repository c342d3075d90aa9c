import path from 'node:path'
import { build } from 'esbuild'
import { packageFolder } from './shared-versions.mjs'
import { importsOfApp, importsOfExport } from './source-imports.mjs'
import { unusedContractsAreDropped } from './unused-contracts-plugin.mjs'

/** Written to dist for the deploy command, because images that deploy lack the packages' source; not published. */
export const USED_CONTRACTS_NOTE = '.build-contracts.json'

const CONTRACTS = '@offquad/contracts'
const WEB_KIT = '@offquad/web-kit'

/**
 * The exports of the contracts that an app uses, directly and through what it imports from other packages. The shell contains
 * web-kit and uses all of it.
 * @param {string} folder absolute path of the app's folder
 * @returns {{ own: string[], throughPackages: string[] }} sorted; '*' if any may be used
 */
export function usedContracts(folder) {
  const imports = importsOfApp(path.join(folder, 'src'))
  const own = imports.get(CONTRACTS) ?? []
  imports.delete(CONTRACTS)
  if (path.basename(folder) === 'shell') imports.set(WEB_KIT, ['*'])
  const through = [...imports].flatMap(([name, exports]) => contractsBehind(folder, name, exports))
  return { own: [...own].toSorted(), throughPackages: [...new Set(through)].toSorted() }
}

/** @param {string} request a package of ours, or a part of it as in '@offquad/row-files/report'; nothing is behind others */
function contractsBehind(folder, request, exports) {
  const [, name, part] = /^(@offquad\/[^/]+)(\/.*)?$/.exec(request) ?? []
  if (!name) return []
  const source = path.join(packageFolder(folder, name), 'src')
  const used = part ? ['*'] : [...exports]
  return used.flatMap((name) => [...(importsOfExport(source, name).get(CONTRACTS) ?? [])])
}

/**
 * The code of used contracts, which stays the same where others are added or changed.
 * @param {string} folder absolute path of the app's folder
 * @param {{ own: string[], throughPackages: string[] }} used
 * @returns {Promise<string>} JavaScript
 */
export async function codeOfContracts(folder, { own, throughPackages }) {
  const names = [...new Set([...own, ...throughPackages])].toSorted()
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
