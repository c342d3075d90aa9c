import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import semver from 'semver'
import { compareSurfaces } from './compare-surfaces.mjs'
import { readSurface } from './read-surface.mjs'

/**
 * What a shared package offered when its version was last raised: `released/surface.json`. Each export has the version
 * it appeared in (`since`) and the one its type last changed in (`changed`).
 * @param {string} folder absolute path of the package
 * @returns {{ version: string, exports: Record<string, { since: string, changed: string, type: string[] }> } | undefined}
 */
export function releasedSurface(folder) {
  const file = surfaceFile(folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Why the record beside a shared package does not describe what it exports now; nothing when it does.
 * @param {string} folder absolute path of the package
 * @returns {string[]}
 */
export function surfaceProblems(folder) {
  const { name, version } = packageOf(folder)
  const record = releasedSurface(folder)
  const command = `npm run surface -w ${name}`
  if (!record) return [`${name} has no released surface: record it with ${command}`]
  const { changes, release } = compareSurfaces(record.exports, readSurface(folder))
  const needed = release ? semver.inc(record.version, release) : record.version
  if (semver.lt(version, needed))
    return [
      ...changes,
      `${name} is ${version}: raise it to ${needed} in its package.json, then record it with ${command}`,
    ]
  return changes.length > 0 || version !== record.version
    ? [...changes, `${name} ${version} is not on record: record it with ${command}`]
    : []
}

/**
 * Records what a shared package exports as the surface of its version.
 * @param {string} folder absolute path of the package
 * @throws Error when something changed and the version has not risen accordingly; it says what and to which version
 */
export function recordSurface(folder) {
  const { name, version } = packageOf(folder)
  const record = releasedSurface(folder) ?? { version, exports: {} }
  const current = readSurface(folder)
  const { changes, release } = compareSurfaces(record.exports, current)
  const isFirst = Object.keys(record.exports).length === 0
  const needed = release && !isFirst ? semver.inc(record.version, release) : record.version
  if (semver.lt(version, needed))
    throw new Error(
      [...changes, `${name} is ${version}: raise it to ${needed} in its package.json first`].join('\n'),
    )
  const exports = Object.fromEntries(
    Object.entries(current).map(([key, type]) => {
      const before = record.exports[key]
      const isSame = before && before.type.join('\n') === type.join('\n')
      return [key, { since: before?.since ?? version, changed: isSame ? before.changed : version, type }]
    }),
  )
  mkdirSync(path.dirname(surfaceFile(folder)), { recursive: true })
  writeFileSync(surfaceFile(folder), `${JSON.stringify({ version, exports }, null, 2)}\n`)
}

/**
 * The versions of a shared package that an app fits: from the last change of an export it uses to the major version it
 * is built against. What it does not use does not matter: an addition leaves its range, and so its bytes, as they are.
 * @param {string} folder absolute path of the package
 * @param {Iterable<string>} names the exports it imports as values; '*' stands for all
 * @returns {{ lowest: string, range: string }}
 * @throws Error when the record is not of the package's version or lacks an export
 */
export function neededVersions(folder, names) {
  const { name, version } = packageOf(folder)
  const record = releasedSurface(folder)
  if (record?.version !== version)
    throw new Error(`${name} ${version} is not on record: record it with npm run surface -w ${name}`)
  const used = [...names]
    .filter(Boolean)
    .flatMap((one) => (one === '*' ? Object.keys(record.exports) : [one]))
  const changed = used.map((one) => {
    const found = record.exports[one]
    if (!found)
      throw new Error(
        `${name} has no export "${one}" on record: correct the import, or record it with npm run surface -w ${name}`,
      )
    return found.changed
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
