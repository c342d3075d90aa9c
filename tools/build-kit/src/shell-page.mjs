import { createHash } from 'node:crypto'
import path from 'node:path'
import { buildSync } from 'esbuild'

// The only subset of the font that every page of an English site uses.
const FIRST_FONT = /-latin-wght-normal\..*woff2$/

/**
 * Bundles the program that runs first on every page; index.html contains its text.
 * @param {string} folder absolute path of the shell's folder
 * @returns {string} JavaScript
 */
export function bundleEarlyProgram(folder) {
  const text = bundleProgram(folder, 'src/early/index.ts')
  // Either would end the script element early, or keep it open.
  if (/<\/script|<!--/i.test(text)) throw new Error('the early program contains the end of a script, or <!--')
  return text
}

/** The service worker, which has no parts: browsers compare and load it as one file. */
export const bundleWorker = (folder) => bundleProgram(folder, 'src/worker/index.ts')

function bundleProgram(folder, entry) {
  const { outputFiles } = buildSync({
    absWorkingDir: folder,
    entryPoints: [path.join(folder, entry)],
    bundle: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    minify: true,
    logLevel: 'silent',
  })
  return outputFiles[0].text.trim()
}

/**
 * Writes into the shell's manifest what the gateway puts into pages: its files, and the source expression with which their
 * content security policy allows the early program.
 * @param {string} early the early program
 * @param {string} platform name of the chunk with what every page needs
 */
export const pageOfShell =
  (early, platform) =>
  ({ stats, compilation }) => {
    const { files, auxiliaryFiles } = compilation.namedChunks.get(platform)
    const platformFiles = [...files, ...auxiliaryFiles]
    const isFirst = (file) => !platformFiles.includes(file)
    stats.metaData.page = {
      early: `'sha256-${createHash('sha256').update(early).digest('base64')}'`,
      scripts: compilation.entrypoints
        .get('main')
        .getFiles()
        .filter((file) => file.endsWith('.js') && isFirst(file)),
      preloads: platformFiles.filter((file) => file.endsWith('.js')),
      styles: platformFiles.filter((file) => file.endsWith('.css')),
      font: platformFiles.find((file) => FIRST_FONT.test(file)),
    }
    return stats
  }
