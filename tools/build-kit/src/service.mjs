import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, context, formatMessages, stop } from 'esbuild'
import { parse } from 'yaml'
import { findPackage } from './shared-versions.mjs'
import { unusedContractsAreDropped } from './unused-contracts-plugin.mjs'

/**
 * Bundles a service's process entries into dist/: src/main.ts and, if present, src/worker.ts, src/command.ts, which operators
 * run, and what a process runs beside itself: src/renderer.ts and src/encoder.ts. Workspace packages are TypeScript source and are bundled; packages from the registry stay in
 * node_modules.
 * @param {string} folder absolute path of the service's folder
 * @param {string} outdir absolute, or from the folder
 */
export async function bundleService(folder, outdir = 'dist') {
  await rm(path.resolve(folder, outdir), { recursive: true, force: true })
  await build({ ...settingsOf(folder), outdir, logLevel: 'warning' })
  await stop()
}

/**
 * Like bundleService, then again after every change. A failed build writes nothing: the last good one stays.
 * @param {string} folder absolute path of the service's folder
 * @param {(errors: string[]) => void} onBuild called after each build with the compiler's errors; empty on success
 * @returns {Promise<() => Promise<void>>} stops watching
 */
export async function watchService(folder, onBuild) {
  const settings = settingsOf(folder)
  const watching = await context({
    ...settings,
    logLevel: 'silent',
    // Otherwise esbuild deletes the last good build when a build fails.
    write: false,
    plugins: [...settings.plugins, reportBuilds(onBuild)],
  })
  await watching.watch()
  return async () => {
    await watching.dispose()
    await stop()
  }
}

function settingsOf(folder) {
  const entries = ['main', 'worker', 'command', 'renderer', 'renderer-host', 'encoder'].filter((entry) =>
    existsSync(path.join(folder, 'src', `${entry}.ts`)),
  )
  return {
    absWorkingDir: folder,
    entryPoints: entries.map((entry) => path.join('src', `${entry}.ts`)),
    outdir: 'dist',
    bundle: true,
    // With several entries each is self-contained: a shared chunk would load the web server into a worker.
    splitting: entries.length === 1,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    plugins: [registryPackagesStayOutside(folder), unusedContractsAreDropped, readsYaml],
  }
}

const readsYaml = {
  name: 'reads-yaml',
  setup(bundle) {
    bundle.onLoad({ filter: /\.yaml$/ }, async ({ path: file }) => ({
      contents: JSON.stringify(parse(await readFile(file, 'utf8'))),
      loader: 'json',
    }))
  },
}

const reportBuilds = (onBuild) => ({
  name: 'report-builds',
  setup(bundle) {
    bundle.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length === 0) for (const file of outputFiles) await writeAtomically(file)
      onBuild(errors.length === 0 ? [] : await formatMessages(errors, { kind: 'error' }))
    })
  },
})

// A process that starts in the meantime loads either the old or the new file.
async function writeAtomically({ path: file, contents }) {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.partial`, contents)
  await rename(`${file}.partial`, file)
}

// Unbundled, typebox takes 8 MB of memory in every process.
const BUNDLED = /^(@offquad|typebox)(\/|$)/

const registryPackagesStayOutside = (folder) => ({
  name: 'registry-packages-stay-outside',
  setup(bundle) {
    bundle.onResolve({ filter: /^[^./]/ }, ({ path: request, kind, resolveDir }) => {
      if (kind === 'entry-point' || BUNDLED.test(request)) return undefined
      // At run time the service would find another version than the package that imports it has: that one is bundled.
      if (findPackage(resolveDir, request) !== findPackage(folder, request)) return undefined
      // Unused libraries are not loaded: a worker needs no web server.
      return { path: request, external: true, sideEffects: false }
    })
  },
})
