import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { build, stop } from 'esbuild'
import { CONTRACT_SOURCES, markPureDeclarations } from './pure-declarations.mjs'

/**
 * Bundles a service's process entries (src/main.ts, and src/worker.ts where there is one) into dist/.
 * Our packages are TypeScript source and are bundled in; the registry's stay in node_modules.
 * @param {string} folder absolute path of the service's folder
 * @param {string[]} [entries] names of the entries in src/, without extension
 */
export async function bundleService(folder, entries = ['main']) {
  await rm(path.join(folder, 'dist'), { recursive: true, force: true })
  await build({
    absWorkingDir: folder,
    entryPoints: entries.map((entry) => path.join('src', `${entry}.ts`)),
    outdir: 'dist',
    bundle: true,
    // Of several entries each is whole: a chunk they share would load the web server into a worker.
    splitting: entries.length === 1,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'warning',
    plugins: [registryPackagesStayOutside, unusedContractsAreDropped],
  })
  await stop()
}

// Loaded file by file it takes 8 MB of memory in every process, bundled only what is used.
const BUNDLED = /^(@offquad|typebox)(\/|$)/

const registryPackagesStayOutside = {
  name: 'registry-packages-stay-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path: request, kind }) =>
      kind === 'entry-point' || BUNDLED.test(request)
        ? undefined
        : // A library nobody calls is not loaded: a worker has no web server.
          { path: request, external: true, sideEffects: false },
    )
  },
}

const unusedContractsAreDropped = {
  name: 'unused-contracts-are-dropped',
  setup(bundle) {
    bundle.onLoad({ filter: CONTRACT_SOURCES }, async ({ path: file }) => ({
      contents: markPureDeclarations(await readFile(file, 'utf8')),
      loader: 'ts',
    }))
  },
}
