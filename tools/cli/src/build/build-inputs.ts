import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const BUILD_KIT = '@offquad/build-kit'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The files and folders that the build of an app depends on: its own, those of the workspace packages it depends on, the
 * build tools, and the lockfile.
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
  const folders = ['packages', 'tools'].flatMap((room) =>
    readdirSync(path.join(repository, room)).map((name) => path.join(repository, room, name)),
  )
  return new Map(
    folders
      .filter((folder) => existsSync(path.join(folder, 'package.json')))
      .map((folder) => [readManifest(folder).name, folder]),
  )
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest

const NOT_CONTENT = new Set(['node_modules', 'dist', '.data', 'test'])

/**
 * A hash of the names and contents of all files under these files and folders, except what is built or installed, and
 * tests. The files are sorted, so that it is the same on every machine.
 */
export async function contentHash(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const start of paths)
    for (const file of await filesUnder(start)) {
      hash.update(path.relative(path.dirname(start), file))
      hash.update(await readFile(file))
    }
  return hash.digest('hex')
}

/** Every file under a folder, sorted; the path itself when it is a file. */
export async function filesUnder(start: string): Promise<string[]> {
  const entries = await readdir(start, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!entries) return [start]
  const kept = entries.filter(({ name }) => !NOT_CONTENT.has(name) && !name.includes('.test.'))
  const nested = await Promise.all(
    kept.map(async (entry) => {
      const file = path.join(start, entry.name)
      return entry.isDirectory() ? filesUnder(file) : [file]
    }),
  )
  return nested.flat().toSorted()
}
