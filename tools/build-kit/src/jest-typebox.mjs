import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildSync } from 'esbuild'

const require = createRequire(import.meta.url)
const MANIFEST = path.join(path.dirname(require.resolve('typebox')), '../package.json')

/**
 * Bundles typebox into one file, once per version: it is 680 files, which jest would resolve, read and compile for each test
 * file, a third of a second each time.
 * @param {string} cache folder that is created
 * @returns {Record<string, string>} `moduleNameMapper` for each of its entry points
 */
export function bundleTypebox(cache) {
  const manifest = readFileSync(MANIFEST, 'utf8')
  const version = createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .update(manifest)
    .digest('hex')
    .slice(0, 16)
  const folder = path.join(cache, `typebox-${version}`)
  const entries = Object.keys(JSON.parse(manifest).exports).map((entry) => path.posix.join('typebox', entry))
  if (!existsSync(folder)) writeBundle(folder, entries)
  return Object.fromEntries(entries.map((entry) => [`^${entry}$`, path.join(folder, fileOf(entry))]))
}

const fileOf = (entry) => `${nameOf(entry)}.cjs`
const nameOf = (entry) => entry.replaceAll('/', '_')

/** One file for all entry points, because they share state. */
function writeBundle(folder, entries) {
  const { outputFiles } = buildSync({
    stdin: {
      contents: entries.map((entry) => `export * as ${nameOf(entry)} from '${entry}'`).join('\n'),
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'cjs',
    target: 'es2022',
    write: false,
  })
  const unfinished = `${folder}-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(path.join(unfinished, 'bundle.cjs'), outputFiles[0].contents)
  for (const entry of entries)
    writeFileSync(
      path.join(unfinished, fileOf(entry)),
      `module.exports = { __esModule: true, ...require('./bundle.cjs').${nameOf(entry)} }\n`,
    )
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error
  }
}
