import { build } from 'esbuild'
import { unusedContractsAreDropped } from './unused-contracts-plugin.mjs'

/** The file of a version with which the gateway renders its pages, see ADR 013. */
export const SERVER_FILE = 'server.cjs'

/**
 * Bundles the server part of a frontend: the same source as one CommonJS file that runs without a window. A remote requires the
 * packages that are shared in the browser from outside, and the shell provides them.
 * @param {object} options
 * @param {string} options.folder absolute path of the app's folder
 * @param {string} options.source the module, as ES module source, that the file exports
 * @param {string[]} [options.external] packages that are required from outside
 * @param {Record<string, string>} [options.alias] modules by the name that is imported
 * @returns {Promise<string>} CommonJS
 */
export async function bundleServerPart({ folder, source, external, alias }) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: source, resolveDir: folder, sourcefile: 'server-part.mjs', loader: 'tsx' },
    bundle: true,
    write: false,
    // Resolves libraries to the files that browsers get, so that both render the same.
    platform: 'browser',
    target: 'node20',
    format: 'cjs',
    jsx: 'automatic',
    // No shorter names and statements: they would depend on contracts that are not used.
    minifyWhitespace: true,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    external,
    alias,
    loader: { '.css': 'empty', '.svg': 'text', '.png': 'empty', '.webp': 'empty', '.woff2': 'empty' },
    plugins: [unusedContractsAreDropped],
    logLevel: 'silent',
  })
  return outputFiles[0].text
}

/** The module that a remote's server part exports: what it exposes to the browser, with the reads of its pages and slots. */
export const sourceOfRemote = () => `import { reads } from './src/reads'
import { remote as inBrowser } from './src/remote'
export const remote = { ...inBrowser, reads }`

/**
 * The module that the shell's server part exports: how to render a page, and every package that it shares with remotes.
 * @param {string[]} names the shared packages
 * @param {Record<string, string>} parts the modules with which it provides parts of some, by package
 */
export const sourceOfShell = (names, parts) =>
  [
    `export { reads, render } from './src/server'`,
    ...names.map((name, index) => `import * as shared${index} from ${JSON.stringify(parts[name] ?? name)}`),
    'export const shared = {',
    ...names.map((name, index) => `${JSON.stringify(name)}: { __esModule: true, ...shared${index} },`),
    '}',
  ].join('\n')

/** Stands for the federation runtime: on the server nothing is loaded from elsewhere. */
export const NO_FEDERATION = '@offquad/build-kit/shared/no-federation'
