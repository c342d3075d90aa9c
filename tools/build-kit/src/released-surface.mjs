import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import semver from 'semver'
import { compareSurfaces } from './compare-surfaces.mjs'
import { readSurface } from './read-surface.mjs'

/**
 * Reads what a shared package exported when its version was last raised: `released/surface.json`. Each export has the version
 * in which it was added (`since`) and the version in which its type last changed (`changed`).
 * @param {string} folder absolute path of the package
 * @returns {{ version: string, exports: Record<string, { since: string, changed: string, type: string[] }> } | undefined}
 */
export function releasedSurface(folder) {
  const file = surfaceFile(folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Compares a shared package's record with its current exports.
 * @param {string} folder absolute path of the package
 * @returns {string[]} why they differ and what to do; empty when they do not
 */
export function surfaceProblems(folder) {
  const { name, version } = packageOf(folder)
  const record = releasedSurface(folder)
  const command = `npm run release -w ${name}`
  if (!record) return [`${name} has no released surface: record it with ${command}`]
  const { changes, release } = compareSurfaces(folder, record.exports, readSurface(folder))
  const needed = release ? semver.inc(record.version, release) : record.version
  if (semver.lt(version, needed))
    return [...changes, `${name} ${version} has to become ${needed}: ${command} raises and records it`]
  return changes.length > 0 || version !== record.version
    ? [...changes, `the surface of ${name} ${version} is not recorded: record it with ${command}`]
    : []
}

/**
 * Records what a shared package exports, and raises the version in its package.json as the changes require.
 * @param {string} folder absolute path of the package
 * @returns {{ version: string, changes: string[], release: 'major' | 'minor' | undefined }} the version that is recorded, and
 * why it is another one than before
 */
export function recordSurface(folder) {
  const manifest = packageOf(folder)
  const record = releasedSurface(folder) ?? { version: manifest.version, exports: {} }
  const current = readSurface(folder)
  const { changes, release } = compareSurfaces(folder, record.exports, current)
  const isFirst = Object.keys(record.exports).length === 0
  const needed = release && !isFirst ? semver.inc(record.version, release) : record.version
  const version = semver.lt(manifest.version, needed) ? needed : manifest.version
  if (version !== manifest.version)
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
  const exports = Object.fromEntries(
    Object.entries(current).map(([key, type]) => {
      const before = record.exports[key]
      const isSame = before && before.type.join('\n') === type.join('\n')
      return [key, { since: before?.since ?? version, changed: isSame ? before.changed : version, type }]
    }),
  )
  mkdirSync(path.dirname(surfaceFile(folder)), { recursive: true })
  writeFileSync(surfaceFile(folder), `${JSON.stringify({ version, exports }, null, 2)}\n`)
  return { version, changes, release }
}

/**
 * @param {string} version
 * @param {'major' | 'minor' | 'patch'} release
 * @returns {string} the version after it
 */
export const versionAfter = (version, release) => semver.inc(version, release)

/**
 * The versions of a shared package that an app works with: from the last change of an export it uses up to the major version
 * it is built against. Additions that it does not use change neither the range nor the bytes of its build.
 * @param {string} folder absolute path of the package
 * @param {Iterable<string>} names the exports it imports as values; '*' means all
 * @returns {{ lowest: string, range: string }}
 * @throws Error when the record is of another version or lacks an export
 */
export function neededVersions(folder, names) {
  const { name, version } = packageOf(folder)
  const record = releasedSurface(folder)
  if (record?.version !== version)
    throw new Error(
      `the surface of ${name} ${version} is not recorded: record it with npm run release -w ${name}`,
    )
  const used = [...names]
    .filter(Boolean)
    .flatMap((used) => (used === '*' ? Object.keys(record.exports) : [used]))
  const changed = used.map((used) => {
    const recorded = record.exports[used]
    if (!recorded)
      throw new Error(
        `${name} has no recorded export "${used}": correct the import, or record it with npm run release -w ${name}`,
      )
    return recorded.changed
  })
  const lowest = semver.sort(['1.0.0', ...changed]).at(-1)
  const major = semver.major(version)
  return {
    lowest,
    range: semver.major(lowest) === major ? `^${lowest}` : `>=${lowest} <${major + 1}.0.0`,
  }
}

const surfaceFile = (folder) => path.join(folder, 'released/surface.json')

const packageOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
