import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const BUILD_KIT = '@offquad/build-kit'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The files and folders that decide what an app is built to: its own, those of the workspace packages it depends on, the
 * build itself, and the installed dependencies.
 * @param repository absolute path
 * @param folder the app's folder from there
 * @returns absolute paths
 */
export function buildInputs(repository: string, folder: string): string[] {
  const app = path.join(repository, folder)
  const packages = workspacePackages(repository)
  const buildKit = packages.get(BUILD_KIT) ?? []
  return [app, ...dependenciesOf(app, packages), path.join(repository, 'package-lock.json')].concat(buildKit)
}

/** Folders of the workspace packages that a folder depends on, transitively. */
function dependenciesOf(
  folder: string,
  packages: ReadonlyMap<string, string>,
  seen = new Set<string>(),
): string[] {
  const { dependencies, peerDependencies } = readManifest(folder)
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    const source = packages.get(name)
    if (!source || seen.has(source)) continue
    seen.add(source)
    dependenciesOf(source, packages, seen)
  }
  return [...seen]
}

/** Folders of the packages by their names. */
function workspacePackages(repository: string): Map<string, string> {
  const folders = readdirSync(path.join(repository, 'packages')).map((name) =>
    path.join(repository, 'packages', name),
  )
  return new Map(
    folders
      .filter((folder) => existsSync(path.join(folder, 'package.json')))
      .map((folder) => [readManifest(folder).name, folder]),
  )
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest
