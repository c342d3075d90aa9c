import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import semver from 'semver'
import { neededVersions, releasedSurface } from './released-surface.mjs'
import { importsOfApp } from './source-imports.mjs'

/**
 * The installed version of a shared package as resolved from an app. A subpath (react/jsx-runtime) has the version of its
 * package.
 * @param {string} folder absolute path of the app's folder
 * @param {string} name
 * @throws Error when it is not installed
 */
export const installedVersion = (folder, name) => readPackage(packageFolder(folder, name)).version

/**
 * The versions of each shared package that a remote works with, for its manifest: for packages with a released surface derived
 * from its imports, for the others from the peerDependencies in its package.json.
 * @param {string} folder absolute path of the remote's folder
 * @param {string[]} names the shared packages
 * @returns {Record<string, { range: string, lowest?: string }>} by name
 * @throws Error when its package.json excludes a version it is built against, or it imports an export that is not recorded
 */
export function versionsNeeded(folder, names) {
  const { peerDependencies = {} } = readPackage(folder)
  const imports = importsOfApp(path.join(folder, 'src'))
  const entries = names.map((name) => {
    const owner = packageName(name)
    const installed = installedVersion(folder, name)
    const declared = peerDependencies[owner]
    if (declared && !semver.satisfies(installed, declared))
      throw new Error(
        `${path.basename(folder)}/package.json: its peerDependencies require ${owner} ${declared}, but it is built against ${installed}. Widen the range, or install a matching version.`,
      )
    const source = packageFolder(folder, name)
    if (!releasedSurface(source)) return [name, { range: declared ?? `^${installed}` }]
    return [name, neededVersions(source, imports.get(name) ?? [])]
  })
  return Object.fromEntries(entries)
}

/**
 * The real, absolute path of a package as resolved from an app.
 * @throws Error when it is not installed
 */
export function packageFolder(folder, name) {
  const installed = findPackage(folder, name)
  if (installed === undefined) throw new Error(`${packageName(name)} is not installed`)
  return installed
}

/**
 * Finds the package of a request as Node does for a module in a folder.
 * @returns {string | undefined} real, absolute path; undefined for built-in modules and packages that are not installed
 */
export function findPackage(folder, request) {
  const roots = createRequire(path.join(folder, 'package.json')).resolve.paths(request) ?? []
  const installed = roots.map((root) => path.join(root, packageName(request))).find(existsSync)
  return installed && realpathSync(installed)
}

const packageName = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const readPackage = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
